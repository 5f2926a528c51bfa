package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code purge}: ends all sessions and removes them. Without {@code --force}, sessions with
 * unmerged work stay.
 */
final class PurgeCommand implements Command {

  private static final String FORCE = "--force";
  private static final int SHOWN = 10;

  private final Function<Surroundings, CommandContext> context;

  PurgeCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(TagFilter.option("end and remove"))
        .addOption(KillCommand.grace())
        .addOption(DestroyCommand.ignored())
        .addOption(Parameters.flag(FORCE, "remove them even if they have unmerged work"))
        .addOption(Parameters.flag("--yes", "do not ask"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn purge", "bawn purge -t issue=7 --yes", "bawn purge --force");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    TagFilter tags = TagFilter.of(typed);
    Duration grace = KillCommand.grace(typed.value(KillCommand.GRACE, "10"));
    List<ListedSession> all =
        NamedSession.sessions(here).all().stream().filter(tags::admits).toList();
    if (all.isEmpty()) {
      here.err().println(tags.isEmpty() ? "no sessions" : "no sessions match");
      return 0;
    }
    List<String> running =
        all.stream().filter(ListedSession::isRunning).map(ListedSession::name).toList();
    if (!typed.has("--yes") && !Question.yes(question(all, running, typed.has(FORCE)), here)) {
      here.err().println("nothing was removed");
      return 1;
    }
    if (!running.isEmpty()) {
      new KillCommand(context).end(running, grace, here);
    }
    int status = 0;
    Set<AgentProject> workers = new LinkedHashSet<>();
    for (ListedSession each : all) {
      NamedSession session = NamedSession.of(each.name(), here);
      List<AgentProject> worker = DestroyCommand.workers(List.of(session));
      if (CleanCommand.kept(() -> DestroyCommand.withoutLoss(session, typed, here), true, here)
          .isPresent()) {
        status = 1;
      } else {
        here.err().println("removed " + each.name());
        workers.addAll(worker);
      }
    }
    workers.forEach(worker -> here.note(DestroyCommand.kept(worker)));
    return status;
  }

  private static String question(List<ListedSession> all, List<String> running, boolean isForced) {
    return (running.isEmpty() ? "" : "end " + Count.of(running.size(), "running session") + " and ")
        + "remove "
        + Count.of(all.size(), "session")
        + (isForced ? ", also unmerged work: " : ": ")
        + Count.first(all.stream().map(ListedSession::name).toList(), SHOWN)
        + "?";
  }
}
