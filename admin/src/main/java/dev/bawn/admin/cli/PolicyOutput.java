package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.admin.account.OperatorAccounts;
import dev.bawn.admin.linux.DiskQuota;
import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.MachineCode;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Ago;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.contract.process.LandlockScopes;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Prints the policy of one agent, as text or as JSON. The names in the JSON are stable: {@code
 * agent}, {@code uid}, {@code serial}, {@code sealed}, {@code profile}, {@code confinement}, {@code
 * pin}, {@code network}, {@code execution}, {@code did}, {@code public_key}, {@code nproc}, {@code
 * nofile}, {@code disk}, {@code memory}, {@code cpus}, {@code pids}, {@code apparmor}, {@code
 * running}, {@code last_active}, {@code operators}, {@code commands}, {@code tools} and {@code
 * projects}.
 */
final class PolicyOutput {

  private final Manifest manifest;
  private final OperatorAccounts operators;
  private final String kernel;
  private final boolean running;
  private final Optional<Instant> last;
  private final Surroundings here;

  PolicyOutput(Manifest manifest, Assembly assembly, Surroundings here) {
    AgentActivity activity = AgentActivity.look(here.layout());
    this.manifest = manifest;
    this.operators = assembly.operatorAccounts();
    this.kernel = assembly.kernelState(manifest);
    this.running = activity.isRunning(manifest);
    this.last = activity.last(manifest);
    this.here = here;
  }

  void text() throws IOException {
    AccountNames names = AccountNames.read(here.layout());
    row("agent", manifest.agent() + " (uid " + manifest.uid() + ")");
    row("signed", "serial " + manifest.serial() + ", " + manifest.sealed());
    row("operators", Operators.text(manifest, operators, here.layout()));
    row("last active", lastActive());
    row("profile", profile());
    row("apparmor", kernel + (manifest.confinement() == Confinement.REQUIRED ? ", required" : ""));
    row("network", manifest.network().word());
    row("pin", manifest.pin().word());
    row("limits", manifest.limits() + (hasDiskLimit() ? diskLimit() : ""));
    row(
        "executes",
        executes() + LandlockScopes.of(here.layout()).gap(manifest).map(", "::concat).orElse(""));
    if (!manifest.variables().isEmpty()) {
      row("variables", String.join(" ", manifest.variableLines()));
    }
    manifest
        .identity()
        .ifPresent(identity -> {
          row("identity", identity.shown().did());
          // whole: a key can be copied
          here.out().println("%-13s%s".formatted("key", identity.shown().line()));
        });
    row("commands", commands().isEmpty() ? "none" : String.join(" ", commands()));
    if (!manifest.tools().isEmpty()) {
      row("tools", String.join(", ", tools()));
    }
    for (Assignment assignment : manifest.assignments()) {
      row(
          "project",
          assignment.id()
              + (assignment.workspace() == Workspace.OVERLAY
                  ? ", an overlay on a copy of "
                  : ", a copy of ")
              + assignment.source()
              + ", as "
              + assignment.role());
      if (assignment.hasGit()) {
        row("", "with its commits (--with-git)");
      }
      if (!assignment.shownPaths().isEmpty()) {
        row("", "shows " + String.join(" ", assignment.shownPaths()));
      }
      if (!assignment.masks().isEmpty()) {
        row("", "masks " + String.join(" ", assignment.masks()));
      }
    }
  }

  private String executes() {
    return switch (manifest.execution()) {
      case COMPILED -> "also files that the agent writes (--compiled)";
      case JIT -> "only programs that root allowed, and machine code that they make (--jit)";
      case SIGNED ->
          MachineCode.isAllowed(manifest)
              ? "only programs that root allowed, and machine code that they make, for "
                  + String.join(", ", MachineCode.makers(manifest))
              : "only programs that root allowed";
    };
  }

  private String lastActive() {
    return running
        ? "now"
        : last.map(time -> time + " (" + Ago.of(time, here.clock().instant()) + ")").orElse("-");
  }

  private List<String> commands() {
    return manifest.commands().stream().map(command -> command.name().text()).toList();
  }

  private List<String> tools() {
    return manifest.tools().stream().map(tool -> tool.name() + " " + tool.version()).toList();
  }

  /** Prints a label and its value, wrapped beside it. */
  private void row(String label, String value) {
    String heading = "%-13s".formatted(label);
    here.out().println(WrappedText.beside(heading, value, Width.ofText(here)));
  }

  void json() {
    JsonOutput.print(here.out(), this::json);
  }

  private String profile() {
    return manifest.profile() == Profile.CUSTOM
        ? "custom (root allowed or restricted single commands)"
        : manifest.profile().word();
  }

  private boolean hasDiskLimit() {
    return manifest.limits().disk() != 0;
  }

  private String diskLimit() {
    return isDiskEnforced() ? " (enforced by a disk quota)" : " (checked at each start)";
  }

  private boolean isDiskEnforced() {
    return DiskQuota.enforcedIn(here.layout().state())
        .filter(quota -> quota.limits(manifest.uid(), manifest.limits().disk()))
        .isPresent();
  }

  private static void limits(JsonGenerator json, ResourceLimits limits) throws IOException {
    if (limits.memory() != 0) {
      json.writeNumberField("memory", limits.memory());
    }
    if (limits.cpus() != 0) {
      json.writeStringField("cpus", limits.cpusText());
    }
    if (limits.pids() != 0) {
      json.writeNumberField("pids", limits.pids());
    }
  }

  private void json(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("agent", manifest.agent().text());
    json.writeNumberField("uid", manifest.uid().number());
    json.writeNumberField("serial", manifest.serial().number());
    json.writeStringField("sealed", manifest.sealed().toString());
    json.writeStringField("profile", manifest.profile().word());
    json.writeStringField("confinement", manifest.confinement().word());
    json.writeStringField("pin", manifest.pin().word());
    json.writeStringField("network", manifest.network().word());
    json.writeStringField("execution", manifest.execution().word());
    json.writeBooleanField("machine_code", MachineCode.isAllowed(manifest));
    if (manifest.identity().isPresent()) {
      manifest.identity().get().shown().write(json);
    }
    JsonOutput.texts(json, "variables", manifest.variableLines());
    json.writeNumberField("nproc", manifest.limits().nproc());
    json.writeNumberField("nofile", manifest.limits().nofile());
    if (hasDiskLimit()) {
      json.writeNumberField("disk", manifest.limits().disk());
      json.writeBooleanField("disk_enforced", isDiskEnforced());
    }
    limits(json, manifest.limits().together());
    json.writeStringField("apparmor", kernel);
    json.writeBooleanField("running", running);
    if (last.isPresent()) {
      json.writeStringField("last_active", last.get().toString());
    }
    JsonOutput.texts(
        json,
        "operators",
        operators.inForce(manifest).operators().stream().map(Uid::toString).toList());
    JsonOutput.texts(json, "commands", commands());
    JsonOutput.texts(json, "tools", tools());
    JsonOutput.texts(
        json, "projects", manifest.assignments().stream().map(each -> each.id().text()).toList());
    json.writeEndObject();
  }
}
