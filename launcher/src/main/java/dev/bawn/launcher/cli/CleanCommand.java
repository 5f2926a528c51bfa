package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code clean [NAME...]}: removes ended sessions without unmerged work. It asks for confirmation,
 * unless the user named them.
 */
final class CleanCommand implements Command {

  private static final String OLDER = "--older";
  private static final int SHOWN = 10;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.any("SESSION", "the sessions to remove (default: all that have ended)"))
        .addOption(
            Parameters.option(
                OLDER,
                "TIME",
                "remove only sessions that ended before this date, such as 2026-11-21, or longer ago than 12h or 7d"))
        .addOption(TagFilter.option("remove"))
        .addOption(DestroyCommand.ignored())
        .addOption(Parameters.flag("--yes", "do not ask"))
        .addOption(
            OptionSpec.builder("-q", "--quiet")
                .description("print only the sessions that bawn keeps")
                .build());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn clean", "bawn clean --older 7d --yes", "bawn clean -t issue=7", "bawn clean app-1");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    boolean isQuiet = typed.has("--quiet");
    List<NamedSession> ended = ended(typed, here);
    if (ended.isEmpty() && !isQuiet) {
      boolean isLimited = typed.has(OLDER) || typed.has(Tag.OPTION);
      here.err().println(isLimited ? "no ended sessions match" : "no ended sessions");
    }
    boolean areNamed = !typed.words().isEmpty();
    boolean asks = !areNamed && !typed.has("--yes");
    List<NamedSession> ofIgnored = new ArrayList<>();
    Optional<List<NamedSession>> meant =
        asks ? confirmed(ended, ofIgnored, typed, here) : Optional.of(ended);
    if (meant.isEmpty()) {
      here.err().println("nothing was removed");
      return 1;
    }
    int status = 0;
    Set<AgentProject> workers = new LinkedHashSet<>();
    for (NamedSession session : meant.get()) {
      Optional<AgentProject> worker = session.worker();
      Optional<DestroyCommand.Kept> kept =
          kept(() -> DestroyCommand.withoutLoss(session, typed, here), areNamed, here);
      kept.filter(DestroyCommand.Kept::isOfIgnoredAlone).ifPresent(_ -> ofIgnored.add(session));
      if (kept.isEmpty() && !isQuiet) {
        here.err().println("removed " + session.name());
        worker.ifPresent(workers::add);
      }
      if (kept.isPresent() && (areNamed || !isExpected(kept.get().failure()))) {
        status = 1;
      }
    }
    if (!areNamed && !isQuiet && !ofIgnored.isEmpty()) {
      hint(ofIgnored.getFirst(), typed, here);
    }
    workers.forEach(worker -> here.note(DestroyCommand.kept(worker)));
    return status;
  }

  /** Prints how to see and remove the files of sessions that only ignored files keep. */
  private static void hint(NamedSession kept, Typed typed, Surroundings here) {
    here.note(
        "bawn: hint: see the ignored files: bawn status "
            + kept.name()
            + " --ignored; remove such sessions too: "
            + typed.line()
            + " --ignored");
  }

  /** Whether a session may stay without an error: it has unmerged work, or it runs. */
  private static boolean isExpected(Failure failure) {
    return failure instanceof Refused || failure instanceof InUse;
  }

  /**
   * The sessions that can be removed; empty if the user declines.
   *
   * @param ofIgnored receives the sessions that only ignored files keep
   */
  private static Optional<List<NamedSession>> confirmed(
      List<NamedSession> ended, List<NamedSession> ofIgnored, Typed typed, Surroundings here) {
    List<NamedSession> removable = new ArrayList<>();
    for (NamedSession each : ended) {
      Optional<DestroyCommand.Kept> kept =
          kept(() -> DestroyCommand.loss(each, typed, here), false, here);
      kept.filter(DestroyCommand.Kept::isOfIgnoredAlone).ifPresent(_ -> ofIgnored.add(each));
      if (kept.isEmpty()) {
        removable.add(each);
      }
    }
    List<String> names = removable.stream().map(each -> each.name().text()).toList();
    String question =
        "remove " + Count.of(names.size(), "session") + ": " + Count.first(names, SHOWN) + "?";
    return names.isEmpty() || Question.yes(question, here)
        ? Optional.of(removable)
        : Optional.empty();
  }

  /**
   * Takes a step, and prints the reason why the session stays.
   *
   * @param withHint whether the hint is printed, too
   * @return the reason; empty if it does not stay
   */
  static Optional<DestroyCommand.Kept> kept(
      Supplier<Optional<DestroyCommand.Kept>> step, boolean withHint, Surroundings here) {
    Optional<DestroyCommand.Kept> kept;
    try {
      kept = step.get();
    } catch (Failure e) {
      kept = Optional.of(new DestroyCommand.Kept(e, false));
    }
    kept.map(DestroyCommand.Kept::failure)
        .ifPresent(reason -> {
          here.note("bawn: kept: " + reason.what());
          if (withHint) {
            here.note("bawn: hint: " + reason.hint());
          }
        });
    return kept;
  }

  private static List<NamedSession> ended(Typed typed, Surroundings here) {
    List<NamedSession> named = NamedSession.each(typed.words(), here);
    named.forEach(NamedSession::requireHere);
    TagFilter tags = TagFilter.of(typed);
    List<ListedSession> wanted =
        (named.isEmpty()
                ? NamedSession.sessions(here).all().stream().filter(CleanCommand::isOver)
                : named.stream().map(NamedSession::listed))
            .filter(tags::admits)
            .toList();
    if (typed.has(OLDER)) {
      Instant before = Since.parse(typed.value(OLDER, ""), here.clock());
      wanted =
          wanted.stream()
              .filter(each -> ListedOutput.last(each).filter(before::isAfter).isPresent())
              .toList();
    }
    return wanted.stream().map(each -> NamedSession.of(each.name(), here)).toList();
  }

  /**
   * Tells whether the session has ended or was interrupted, or its removal was. Another damaged
   * session, or one in another place, is not touched.
   */
  private static boolean isOver(ListedSession listed) {
    return listed.isBeingRemoved()
        || listed instanceof ListedSession.Intact(_, SessionState state)
            && (state instanceof SessionState.Ended || state instanceof SessionState.Lost);
  }
}
