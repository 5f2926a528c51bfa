package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.screen.BoardScreen;
import dev.bawn.launcher.screen.FullScreenTerminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code watch}: displays all sessions on a full screen, updated every few seconds. */
record WatchCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String INTERVAL = "--interval";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(
            OptionSpec.builder("-n", INTERVAL)
                .paramLabel("SECONDS")
                .arity("1")
                .type(String.class)
                .description("update the screen after this time (default: 2)")
                .build())
        .addOption(TagFilter.option("show"))
        .addOption(
            Parameters.option(
                SessionArguments.NOTIFY,
                "HOW",
                Notification.values(),
                "notify you when a session begins to wait for an answer: none (default), bell, desktop"
                    + " or hook"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn watch", "bawn watch -t issue=7", "bawn watch --notify desktop");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Duration interval = interval(typed.value(INTERVAL, "2"));
    TagFilter tags = TagFilter.of(typed);
    CommandContext through = context.apply(here);
    Notification how =
        Parameters.value(
            SessionArguments.NOTIFY,
            typed.value(
                SessionArguments.NOTIFY,
                through
                    .system()
                    .settings(Optional.empty(), here)
                    .one(Setting.NOTIFY)
                    .orElseThrow()),
            Notification.values());
    StartHooks hooks = new StartHooks(here);
    hooks.notice(how); // refused before the screen is drawn
    if (!FullScreenTerminal.isThere(here)) {
      throw new Refused(
          "watch needs a terminal of at least 80 columns and 22 lines, and a TERM other than dumb",
          "use: bawn list; bawn ps");
    }
    new BoardScreen(
            new WatchedSessions(tags, through, here),
            interval,
            here.environment().get("TERM"),
            here.terminals().colouredOut(here.environment()),
            here.clock(),
            session -> hooks.tellWaiting(how, session))
        .run();
    return 0;
  }

  private static Duration interval(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new WrongUsage(
          "-n must be a number of seconds, not '" + Printable.of(text) + "'",
          "use 1 to 9999, for example: -n 10");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }
}
