package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code purge}: ends all sessions and removes them. Without {@code --force}, sessions with
 * unmerged work stay.
 */
record PurgeCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String FORCE = "--force";
  private static final String ONE = ", unless it has unmerged work";
  private static final String SEVERAL = ", unless they have unmerged work";
  private static final int SHOWN = 10;

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
    if (!typed.has("--yes") && !Question.yes(question(all, typed.has(FORCE)), here)) {
      here.err().println("nothing was removed");
      return 1;
    }
    boolean areRemoved = !stays(() -> end(all, grace, here), here);
    Set<AgentProject> workers = new LinkedHashSet<>();
    for (ListedSession each : all) {
      if (stays(() -> remove(each, typed, here), here)) {
        areRemoved = false;
      } else {
        here.err().println("removed " + each.name());
        if (each instanceof ListedSession.Intact(var record, _)) {
          record.agent().ifPresent(workers::add);
        }
      }
    }
    workers.forEach(worker -> here.note(DestroyCommand.kept(worker)));
    return areRemoved ? 0 : 1;
  }

  /** Takes a step. Tells whether a session stays, and prints the reason. */
  private static boolean stays(Supplier<Optional<DestroyCommand.Kept>> step, Surroundings here) {
    return CleanCommand.kept(step, true, here).isPresent();
  }

  /** Ends those of the sessions that run now: the user may have taken time for the answer. */
  private Optional<DestroyCommand.Kept> end(
      List<ListedSession> meant, Duration grace, Surroundings here) {
    List<String> names = meant.stream().map(ListedSession::name).toList();
    List<String> running = running(NamedSession.sessions(here).all());
    running = running.stream().filter(names::contains).toList();
    if (!running.isEmpty()) {
      new KillCommand(context).end(running, grace, here);
    }
    return Optional.empty();
  }

  private static Optional<DestroyCommand.Kept> remove(
      ListedSession listed, Typed typed, Surroundings here) {
    NamedSession.requireRemovable(listed);
    return DestroyCommand.withoutLoss(NamedSession.of(listed.name(), here), typed, here);
  }

  private static List<String> running(List<ListedSession> sessions) {
    return sessions.stream().filter(ListedSession::isRunning).map(ListedSession::name).toList();
  }

  private static String question(List<ListedSession> all, boolean isForced) {
    int running = running(all).size();
    return (running == 0 ? "" : "end " + Count.of(running, "running session") + " and ")
        + "remove "
        + Count.of(all.size(), "session")
        + (isForced ? ", also unmerged work" : all.size() == 1 ? ONE : SEVERAL)
        + ": "
        + Count.first(all.stream().map(each -> Printable.whole(each.name())).toList(), SHOWN)
        + "?";
  }
}
