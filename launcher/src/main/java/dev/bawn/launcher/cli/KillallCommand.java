package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code killall}: ends all running sessions. */
record KillallCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(KillCommand.grace())
        .addOption(TagFilter.option("end"))
        .addOption(
            Parameters.flag(
                "--force",
                "send SIGKILL at once, except to the sessions of agents: these end within 10 seconds"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn killall", "bawn killall -t issue=7", "bawn killall --force");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    TagFilter tags = TagFilter.of(typed);
    Duration asked = KillCommand.grace(typed.value(KillCommand.GRACE, "10"));
    Duration grace = typed.has("--force") ? Duration.ZERO : asked;
    List<String> running =
        NamedSession.sessions(here).all().stream()
            .filter(ListedSession::isRunning)
            .filter(tags::admits)
            .map(ListedSession::name)
            .toList();
    if (running.isEmpty()) {
      here.err()
          .println(tags.isEmpty() ? "no session is running" : "no matching session is running");
      return 0;
    }
    return new KillCommand(context).end(running, grace, here);
  }
}
