package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.process.Sleep;
import dev.bawn.contract.tool.Activity;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code wait NAME...}: waits until each session ends; the exit status is the first one that is not
 * 0, in the order of the names. With {@code --text} it waits until the terminal of each shows the
 * text, and with {@code --for} until the tool of each has an activity; the exit status is 0. {@code
 * --timeout} limits the total time: then 124, as timeout(1).
 */
record WaitCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String FOR = "--for";
  private static final String EXIT = "exit";

  /**
   * The number of equal readings in a row: just after a prompt was sent, the screen still shows an
   * idle tool.
   */
  private static final int STEADY = 10;

  private static final int TIMED_OUT = 124;
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final long NANOS = 1_000_000_000L;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.several())
        .addOption(
            Parameters.repeatable(
                FOR,
                "exit|idle|waiting|working",
                "wait until each session ends (exit), or until its tool is idle, waits for an answer or"
                    + " works; repeat this option to wait for any of several"))
        .addOption(
            Parameters.option(
                "--text", "TEXT", "wait until the terminal of each session shows this text"))
        .addOption(
            Parameters.option(
                "--timeout", "SECONDS", "stop waiting after this time; the exit status is 124"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn wait tests",
        "bawn wait idea-1 idea-2",
        "bawn wait fix --for idle --for waiting",
        "bawn wait fix --text 'Do you want' --timeout 600");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    List<NamedSession> all = NamedSession.each(typed.words(), here);
    String text = typed.value("--text", "");
    if (typed.has("--text") && text.isBlank()) {
      throw new WrongUsage("--text is empty", "name a text that the terminal will show");
    }
    Set<Activity> activities = activities(typed);
    if (typed.has("--text") && typed.has(FOR)) {
      throw new WrongUsage("--for and --text cannot be used together", "leave out one");
    }
    Wanted wanted = new Wanted(text, activities, typed.values(FOR).contains(EXIT));
    long end = end(typed.value("--timeout", ""));
    // a mistyped name is refused at once
    all.forEach(NamedSession::intact);
    if (!wanted.activities().isEmpty() && !wanted.activities().contains(Activity.UNKNOWN)) {
      requireActivities(all, wanted, here);
    }
    int first = 0;
    for (NamedSession each : all) {
      OptionalInt status = await(each, wanted, end, here);
      if (status.isEmpty()) {
        return TIMED_OUT;
      }
      first = first == 0 ? status.getAsInt() : first;
    }
    return first;
  }

  /** Refuses a session whose activity stays unknown: the command would wait for its end. */
  private void requireActivities(List<NamedSession> all, Wanted wanted, Surroundings here) {
    ActiveTools tools = ListedOutput.tools(context.apply(here), here);
    for (NamedSession each : all) {
      ListedSession.Intact session = each.intact();
      if (session.isRunning() && !wanted.isExit() && !tools.describe(session.record().tool())) {
        throw new Refused(
            "the activity of session '"
                + each.name()
                + "' is unknown: it runs no agent tool whose screen bawn knows",
            "wait for a text on its screen: bawn wait " + each.name() + " --text TEXT");
      }
    }
  }

  private static Set<Activity> activities(Typed typed) {
    Set<Activity> activities = EnumSet.noneOf(Activity.class);
    for (String word : typed.values(FOR)) {
      if (!word.equals(EXIT)) {
        activities.add(
            Spelling.of(Activity.values(), word)
                .orElseThrow(() ->
                    new WrongUsage(
                        "unknown activity: '" + Printable.of(word) + "'",
                        "use exit, idle, waiting or working")));
      }
    }
    return activities;
  }

  /**
   * The event to wait for.
   *
   * @param text on the terminal; empty for none
   * @param activities of the tool
   * @param isExit whether to wait for the end of a session, too
   */
  private record Wanted(String text, Set<Activity> activities, boolean isExit) {

    boolean isEnd() {
      return text.isEmpty() && activities.isEmpty() || isExit;
    }
  }

  /** The exit status; empty after the time limit. */
  private OptionalInt await(NamedSession word, Wanted wanted, long end, Surroundings here) {
    Tmux tmux = wanted.isEnd() ? word.tmux(here) : word.requireBackground(here);
    ActiveTools tools = ListedOutput.tools(context.apply(here), here);
    int seen = 0;
    ListedSession.Intact session = word.intact();
    if (ListedOutput.isPaused(session)) {
      here.err().println(word.name() + " is paused; to continue it: bawn unpause " + word.name());
    }
    while (session.isRunning()) {
      if (!wanted.text().isEmpty() && shows(tmux, word, wanted.text())) {
        return OptionalInt.of(0);
      }
      boolean isSeen =
          !wanted.activities().isEmpty() && wanted.activities().contains(activity(tools, session));
      seen = isSeen ? seen + 1 : 0;
      if (seen >= STEADY) {
        return OptionalInt.of(0);
      }
      if (System.nanoTime() - end > 0) {
        here.err()
            .println(
                word.name()
                    + (ListedOutput.isPaused(session) ? " is still paused" : " is still running")
                    + (wanted.text().isEmpty() ? "" : ", and does not show the text")
                    + (wanted.activities().isEmpty()
                        ? ""
                        : ", and its tool is " + activity(tools, session).word()));
        return OptionalInt.empty();
      }
      Sleep.of(PAUSE);
      session = word.intact();
    }
    return OptionalInt.of(ended(word, wanted));
  }

  private static Activity activity(ActiveTools tools, ListedSession.Intact session) {
    return tools
        .of(List.of(session))
        .getOrDefault(session.name(), ActiveTools.Told.NONE)
        .activity();
  }

  /** Tells whether the screen contains the text, with wrapped lines joined. */
  private static boolean shows(Tmux tmux, NamedSession word, String text) {
    return tmux.screen(word.name()).contains(text);
  }

  private static int ended(NamedSession word, Wanted wanted) {
    if (!wanted.isEnd()) {
      throw new Failed(
          "session '"
              + word.name()
              + (wanted.text().isEmpty()
                  ? "' ended before its tool did this"
                  : "' ended without showing this text"),
          "show its output: bawn logs " + word.name());
    }
    return switch (word.intact().state()) {
      case SessionState.Ended(_, _, int status) -> status;
      case SessionState.Prepared() ->
          throw new Refused(
              "session '" + word.name() + "' was never started",
              "start it: bawn restart " + word.name());
      case SessionState.Lost(_) ->
          throw new Failed(
              "session '" + word.name() + "' was interrupted; its exit status is unknown",
              "start it again: bawn restart " + word.name());
      case SessionState.Running(_, _, _), SessionState.OfAgent(_, _) ->
          throw new IllegalStateException("it runs");
    };
  }

  private static long end(String seconds) {
    if (seconds.isEmpty()) {
      return System.nanoTime() + Long.MAX_VALUE / 2;
    }
    if (!seconds.matches("[0-9]{1,6}")) {
      throw new WrongUsage(
          "--timeout must be a number of seconds, not '" + Printable.of(seconds) + "'",
          "use 1 to 9999999, for example: --timeout 600");
    }
    return System.nanoTime() + Long.parseLong(seconds) * NANOS;
  }
}
