package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.doctor.AttackResult;
import dev.bawn.launcher.doctor.Trial;
import dev.bawn.launcher.plan.AgentPlanner;
import dev.bawn.launcher.request.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code doctor --try}: runs the attacks in a session that is verified and planned as by {@code
 * launch}. The names in the JSON are stable: {@code attack}, {@code title}, {@code outcome} and, if
 * it may succeed, {@code excuse}.
 */
final class TrialRun {

  private final CommandContext context;
  private final Surroundings here;

  TrialRun(CommandContext context, Surroundings here) {
    this.context = context;
    this.here = here;
  }

  /** Returns the exit status: 1 if an attack succeeds that must fail. */
  int run(Typed typed) throws IOException {
    AgentChoice chosen =
        AgentChoice.from(typed.words(), context.agents(here), here.directory())
            .orElseThrow(() -> noAgent(typed.words()));
    VerifiedStart verified = context.start(chosen, here);
    AgentPlanner planner = context.planner(here);
    Trial trial =
        new Trial(context.layout().at("proc"), new KernelPolicies(context.layout()).hasAppArmor());
    List<AttackResult> tried =
        trial.run(
            verified,
            Path.of(here.environment().getOrDefault("HOME", "/home")),
            words -> planner.plan(verified, new Wanted.CommandLine(words), List.of()));
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, tried, TrialRun::json));
    } else {
      text(chosen, tried);
    }
    return tried.stream().anyMatch(AttackResult::isBreach) ? 1 : 0;
  }

  private static NotFound noAgent(List<String> words) {
    return words.isEmpty()
        ? new NotFound(
            "none of your agents works on this directory",
            "name one: bawn doctor --try AGENT PROJECT")
        : new NotFound(
            "unknown agent or project: '" + Printable.of(words.getFirst()) + "'",
            "list yours: bawn agents");
  }

  private void text(AgentChoice chosen, List<AttackResult> tried) {
    here.out()
        .println("in a session of " + chosen.agent() + ", these attacks were tried, without harm:");
    for (AttackResult each : tried) {
      String line = "  %-9s %s".formatted(each.outcome().word(), each.attack().title());
      boolean explained =
          each.outcome() == AttackResult.Outcome.POSSIBLE && !each.excuse().isEmpty();
      here.out().println(explained ? line + "\n            " + each.excuse() : line);
    }
    long breaches = tried.stream().filter(AttackResult::isBreach).count();
    here.out()
        .println(
            breaches == 0
                ? "every attack that must fail has failed"
                : "attacks that succeeded but must fail on this machine: "
                    + breaches
                    + "; see: bawn verify; SECURITY.md lists known limits");
  }

  private static void json(JsonGenerator json, AttackResult each) throws IOException {
    json.writeStringField("attack", each.attack().word());
    json.writeStringField("title", each.attack().title());
    json.writeStringField("outcome", each.outcome().word());
    if (!each.excuse().isEmpty()) {
      json.writeStringField("excuse", each.excuse());
    }
  }
}
