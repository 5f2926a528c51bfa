package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
        .addPositional(Parameters.any("SESSION", "the sessions (default: all that have ended)"))
        .addOption(
            Parameters.option(
                OLDER, "TIME", "only sessions that ended before this time: 12h, 7d, 2026-11-21"))
        .addOption(TagFilter.option("remove"))
        .addOption(DestroyCommand.ignored())
        .addOption(Parameters.flag("--yes", "do not ask"))
        .addOption(
            OptionSpec.builder("-q", "--quiet")
                .description("print only the sessions that it keeps")
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
    Optional<List<NamedSession>> meant = asks ? confirmed(ended, typed, here) : Optional.of(ended);
    if (meant.isEmpty()) {
      here.err().println("nothing was removed");
      return 1;
    }
    for (NamedSession session : meant.get()) {
      boolean isRemoved =
          succeeds(() -> DestroyCommand.withoutLoss(session, typed, here), areNamed, here);
      if (isRemoved && !isQuiet) {
        here.err().println("removed " + session.name());
      }
    }
    return 0;
  }

  /** The sessions that can be removed; empty if the user declines. */
  private static Optional<List<NamedSession>> confirmed(
      List<NamedSession> ended, Typed typed, Surroundings here) {
    List<NamedSession> removable =
        ended.stream()
            .filter(each ->
                succeeds(() -> DestroyCommand.requireNothingLost(each, typed, here), false, here))
            .toList();
    List<String> names = removable.stream().map(each -> each.name().text()).toList();
    String question =
        "remove " + Count.of(names.size(), "session") + ": " + Count.first(names, SHOWN) + "?";
    return names.isEmpty() || Question.yes(question, here)
        ? Optional.of(removable)
        : Optional.empty();
  }

  /**
   * Runs a step; if it is refused, prints the reason why the session stays.
   *
   * @param withHint whether to print the hint, too
   */
  static boolean succeeds(Runnable step, boolean withHint, Surroundings here) {
    try {
      step.run();
      return true;
    } catch (Failure e) {
      here.note("bawn: kept: " + e.what());
      if (withHint) {
        here.note("bawn: hint: " + e.mend());
      }
      return false;
    }
  }

  private static List<NamedSession> ended(Typed typed, Surroundings here) {
    List<NamedSession> sessions =
        typed.words().isEmpty()
            ? NamedSession.sessions(here).all().stream()
                .filter(CleanCommand::isOver)
                .map(each -> NamedSession.of(each.name(), here))
                .toList()
            : NamedSession.each(typed.words(), here);
    sessions.forEach(NamedSession::requireHere);
    TagFilter tags = TagFilter.of(typed);
    List<NamedSession> wanted =
        tags.isEmpty()
            ? sessions
            : sessions.stream().filter(each -> tags.admits(each.listed())).toList();
    if (!typed.has(OLDER)) {
      return wanted;
    }
    Instant before = Since.parse(typed.value(OLDER, ""), here.clock());
    return wanted.stream()
        .filter(each -> ListedOutput.last(each.listed()).filter(before::isAfter).isPresent())
        .toList();
  }

  /**
   * Tells whether the session has ended or was interrupted. A damaged session, or one in another
   * place, is not touched.
   */
  private static boolean isOver(ListedSession listed) {
    return listed instanceof ListedSession.Intact(_, SessionState state)
        && (state instanceof SessionState.Ended || state instanceof SessionState.Lost);
  }
}
