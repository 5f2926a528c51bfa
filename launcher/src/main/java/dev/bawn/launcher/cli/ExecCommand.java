package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.facts.EnvironmentProbe;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.key.KeyFile;
import dev.bawn.launcher.machine.Perl;
import dev.bawn.launcher.plan.JoinPlanner;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.plan.Variable;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.StartedPlan;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code exec NAME [-- COMMAND...]}: runs one command in a session's workspace and sandbox. In a
 * running session the command joins its processes.
 */
final class ExecCommand extends EarlierSessionCommand {

  ExecCommand(Function<Surroundings, CommandContext> context) {
    super(context);
  }

  @Override
  String word() {
    return "exec";
  }

  @Override
  public List<String> examples() {
    return List.of("bawn exec app-1 -- git diff", "bawn exec app-1");
  }

  @Override
  Optional<Wanted> wanted(List<String> words, ListedSession.Intact session, Surroundings here) {
    return Optional.of(words.isEmpty() ? new Wanted.Shell() : new Wanted.CommandLine(words));
  }

  @Override
  void requireUnprivileged(SessionRecord record) {
    String launch = "bawn launch %s -- COMMAND";
    NamedSession.requireUnprivileged(
        record,
        "join it",
        record.changes().isEmpty()
            ? "start another session of the agent: " + launch
            : "only one session at a time can use the agent's overlay; when this one has ended: "
                + launch);
  }

  @Override
  boolean isAside() {
    return true;
  }

  @Override
  void meet(
      SessionDirectory running,
      Typed typed,
      DryRun dryRun,
      CommandContext through,
      Surroundings here) {
    Perl.require(through.layout());
    StartedPlan started = RecordFile.readAll(running);
    EffectiveSettings settings = through.system().settings(started.session().project(), here);
    StartPlan plan =
        JoinPlanner.plan(
            through.installation(),
            started,
            settings.confinement(),
            passed(started, here),
            typed.toolWords());
    if (dryRun == DryRun.NO) {
      through.engine().start(plan);
    } else {
      new JoinPlanOutput(started, plan).print(dryRun, here);
    }
  }

  /**
   * Returns the variables for the command: the variables of the session's start that the caller has
   * or has stored as a key, and the variables of the caller's terminal.
   */
  private static List<Variable> passed(StartedPlan started, Surroundings here) {
    Set<String> names = new LinkedHashSet<>(Setting.ENV_PASSTHROUGH.defaults());
    names.addAll(started.passed());
    List<Variable> variables = EnvironmentProbe.set(names, here);
    List<String> missing = new ArrayList<>(started.passed());
    missing.removeAll(here.environment().keySet());
    Optional<KeyFile> file =
        missing.isEmpty() ? Optional.empty() : KeyFile.in(here.environment(), here.user());
    if (file.isPresent()) {
      for (Key key : file.get().all()) {
        if (missing.contains(key.name().text())) {
          variables.add(new Variable(key.name().text(), key.value()));
        }
      }
    }
    return variables;
  }
}
