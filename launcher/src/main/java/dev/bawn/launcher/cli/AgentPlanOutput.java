package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.process.LandlockRuleset;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.RecipeFile;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.LibrariesCheck;
import dev.bawn.launcher.agent.MirrorSync;
import dev.bawn.launcher.plan.SandboxStepView;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the plan of a session without starting it. The names in the JSON are stable: {@code
 * agent}, {@code uid}, {@code project}, {@code source}, {@code workspace}, {@code serial}, {@code
 * command}, {@code argv} (the command line that the start stub executes, with the caller's
 * arguments), {@code sync} (the command that runs before, or an empty array), {@code apparmor}
 * (whether AppArmor confines the session), {@code keys} (names of API keys that come from {@code
 * bawn env}), {@code warnings}, and {@code sandbox}: the steps in the order of the mounts, each
 * with {@code kind}, {@code at} and {@code value}.
 */
final class AgentPlanOutput extends ShownPlan {

  private final AgentStart.Checked checked;
  private final List<String> sync;
  private final List<SandboxStepView> steps;
  private final List<String> warnings;
  private final String landlock;

  AgentPlanOutput(CommandContext context, AgentStart.Checked checked, boolean staysAsItIs)
      throws IOException {
    super(checked.session());
    this.checked = checked;
    sync =
        staysAsItIs
            ? List.of()
            : new MirrorSync(context.installation(), false).argv(checked.verified());
    steps = steps(context, checked);
    warnings = warnings(checked);
    landlock = LandlockRuleset.on(context.layout()).sentence();
  }

  private static List<String> warnings(AgentStart.Checked checked) {
    List<String> warnings = new ArrayList<>();
    checked.verified().findings().stream()
        .filter(finding -> finding.strength() == Finding.Strength.WEAK)
        .forEach(finding -> warnings.add(finding.sentence()));
    checked.missing().ifPresent(missing -> warnings.add(missing.sentence()));
    return warnings;
  }

  /** The steps of the recipe, and the covers that {@code enter} adds. */
  private static List<SandboxStepView> steps(CommandContext context, AgentStart.Checked checked)
      throws IOException {
    Generation generation = checked.verified().generation();
    byte[] recipe = Files.readAllBytes(generation.recipe(checked.verified().assignment().id()));
    List<SandboxStepView> steps = new ArrayList<>();
    RecipeFile.steps(recipe).forEach(step -> steps.add(SandboxStepView.of(step)));
    for (String hidden : LibrariesCheck.of(context.layout(), generation).hidden()) {
      steps.add(SandboxStepView.of(new SandboxStep.Cover(new InsidePath(hidden))));
    }
    return steps;
  }

  @Override
  void text(Surroundings here) {
    Manifest agent = checked.verified().manifest();
    Assignment project = checked.verified().assignment();
    line(here, "agent", agent.agent() + " (uid " + agent.uid() + "), serial " + agent.serial());
    line(here, "project", project.id() + ", from " + project.source());
    line(
        here, "workspace", project.workspace().word() + (project.hasGit() ? ", with commits" : ""));
    line(here, "command", checked.command().text());
    line(here, "first", sync.isEmpty() ? "nothing" : ShellQuoting.join(sync));
    line(here, "executes", ShellQuoting.join(argv()));
    line(
        here,
        "AppArmor",
        checked.verified().isConfinedByKernel() ? "enforced by the kernel" : "none");
    line(here, "Landlock", landlock);
    if (!names().isEmpty()) {
      line(here, "keys", String.join(" ", names()) + ", from 'bawn env'");
    }
    warnings.forEach(warning -> line(here, "warning", warning));
    here.out().println("sandbox");
    steps.forEach(step -> here.out().println(Printable.of(step.line())));
  }

  @Override
  void fields(JsonGenerator json) throws IOException {
    Manifest agent = checked.verified().manifest();
    Assignment project = checked.verified().assignment();
    json.writeStringField("agent", agent.agent().text());
    json.writeNumberField("uid", agent.uid().number());
    json.writeStringField("project", project.id().text());
    json.writeStringField("source", project.source().text());
    json.writeStringField("workspace", project.workspace().word());
    JsonOutput.texts(json, "shown", project.shown());
    json.writeNumberField("serial", agent.serial().number());
    json.writeStringField("command", checked.command().text());
    JsonOutput.texts(json, "argv", argv());
    JsonOutput.texts(json, "sync", sync);
    json.writeBooleanField("apparmor", checked.verified().isConfinedByKernel());
    json.writeStringField("landlock", landlock);
    JsonOutput.texts(json, "keys", names());
    JsonOutput.texts(json, "warnings", warnings);
    SandboxStepView.json(json, steps);
  }
}
