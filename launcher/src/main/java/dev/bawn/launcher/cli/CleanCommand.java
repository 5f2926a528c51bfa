package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code clean [NAME...]}: removes sessions that have ended and of which nothing would be lost. It
 * asks, unless they were named.
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
        .addOption(Parameters.flag("--yes", "do not ask"))
        .addOption(
            OptionSpec.builder("-q", "--quiet")
                .description("print only the sessions that it keeps")
                .build());
  }

  @Override
  public List<String> examples() {
    return List.of("bawn clean", "bawn clean --older 7d --yes", "bawn clean app-1");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    boolean isQuiet = typed.has("--quiet");
    List<NamedSession> ended = ended(typed, here);
    List<NamedSession> removable =
        ended.stream()
            .filter(each ->
                succeeds(() -> DestroyCommand.requireNothingLost(each, typed, here), typed, here))
            .toList();
    if (removable.isEmpty()) {
      if (!isQuiet && ended.isEmpty()) {
        here.err().println("no ended sessions");
      }
      return 0;
    }
    if (typed.words().isEmpty()
        && !typed.has("--yes")
        && !Question.yes("remove " + names(removable) + "?", here)) {
      throw new Refused("nothing was removed", "");
    }
    for (NamedSession session : removable) {
      boolean isRemoved =
          succeeds(() -> DestroyCommand.withoutLoss(session, typed, here), typed, here);
      if (isRemoved && !isQuiet) {
        here.err().println("removed " + session.name());
      }
    }
    return 0;
  }

  /** Whether a step is not refused; prints why the session stays otherwise. */
  private static boolean succeeds(Runnable step, Typed typed, Surroundings here) {
    try {
      step.run();
      return true;
    } catch (Failure e) {
      here.err().println("bawn: kept: " + e.what());
      if (!typed.words().isEmpty()) {
        here.err().println("bawn: hint: " + e.mend());
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
            : typed.words().stream().distinct().map(name -> NamedSession.of(name, here)).toList();
    sessions.forEach(NamedSession::requireHere);
    if (!typed.has(OLDER)) {
      return sessions;
    }
    Instant before = Since.parse(typed.value(OLDER, ""), here.clock());
    return sessions.stream()
        .filter(each -> ListedOutput.last(each.listed()).filter(before::isAfter).isPresent())
        .toList();
  }

  /** Whether it began and no longer runs. One that is damaged or elsewhere is not touched. */
  private static boolean isOver(ListedSession listed) {
    return listed instanceof ListedSession.Intact(_, SessionState state)
        && (state instanceof SessionState.Ended || state instanceof SessionState.Lost);
  }

  private static String names(List<NamedSession> sessions) {
    String shown =
        sessions.stream()
            .limit(SHOWN)
            .map(each -> each.name().text())
            .collect(Collectors.joining(", "));
    return Count.of(sessions.size(), "session")
        + ": "
        + shown
        + (sessions.size() > SHOWN ? " and " + (sessions.size() - SHOWN) + " more" : "");
  }
}
