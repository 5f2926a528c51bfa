package dev.bawn.launcher.cli;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.denial.Logs;
import dev.bawn.contract.denial.Refusal;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.launcher.doctor.YourLogs;
import dev.bawn.launcher.report.Report;
import dev.bawn.launcher.report.Report.Fact;
import dev.bawn.launcher.report.Report.Section;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The report about an agent: its policy, its files on the disk, and the denials of the kernel. */
final class AgentReport {

  private final CommandContext through;
  private final Surroundings here;
  private final Manifest manifest;

  AgentReport(AgentName agent, CommandContext through, Surroundings here) {
    this.through = through;
    this.here = here;
    this.manifest = through.chain().sealed(agent).manifest();
  }

  Report report() throws IOException {
    return new Report(
        "Agent " + manifest.agent(), List.of(policy(), changes(), refusals(), sandbox(here)));
  }

  private Section policy() {
    AgentActivity activity = AgentActivity.look(here.layout());
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("agent", manifest.agent() + ", uid " + manifest.uid().number()));
    facts.add(new Fact("policy", "serial " + manifest.serial().number()));
    facts.add(new Fact("signed", seconds(manifest.sealed())));
    facts.add(new Fact("profile", manifest.profile().word()));
    facts.add(new Fact("network", manifest.network().word()));
    facts.add(new Fact("commands", String.valueOf(manifest.commands().size())));
    for (Assignment each : manifest.assignments()) {
      facts.add(new Fact("project", each.id() + ", " + each.source()));
    }
    facts.add(new Fact("status", activity.isRunning(manifest) ? "running" : "not running"));
    activity.last(manifest).ifPresent(last -> facts.add(new Fact("last active", seconds(last))));
    return Section.of("Policy", facts, List.of());
  }

  private Section changes() {
    List<Fact> facts = new ArrayList<>();
    for (Assignment each : manifest.assignments()) {
      facts.add(
          new Fact(
              "scratch directory", here.layout().scratch(manifest.agent(), each.id()).toString()));
    }
    return Section.of(
        "Changes",
        facts,
        List.of(
            "an agent writes to its scratch directories; for its changes of a project with an overlay:"
                + " bawn status "
                + manifest.agent()
                + " PROJECT"));
  }

  private Section refusals() throws IOException {
    List<String> columns = List.of("refused", "program", "times", "last");
    if (!new KernelPolicies(here.layout()).hasAppArmor()) {
      return Section.of(
          "Refusals",
          columns,
          List.of(),
          List.of(
              "this kernel has no AppArmor, and no log records what namespaces and seccomp"
                  + " refuse"));
    }
    Logs.Found found =
        new Logs(here.layout(), new YourLogs(here.layout().at("usr/bin")))
            .about(manifest.agent(), manifest.sealed());
    List<List<String>> rows = new ArrayList<>();
    for (Refusal each : found.refusals()) {
      rows.add(
          List.of(each.what(), each.program(), String.valueOf(each.times()), seconds(each.last())));
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        found.read().isEmpty()
            ? "no kernel log can be read, so the refusals are unknown"
            : "since this policy was signed, in " + String.join(", ", found.read()));
    if (found.dropped() > 0) {
      notes.add(Count.of(found.dropped(), "further record") + " left out");
    }
    return Section.of("Refusals", columns, rows, notes);
  }

  /** The sandbox of its sessions. */
  static Section sandbox(Surroundings here) {
    boolean has = new KernelPolicies(here.layout()).hasAppArmor();
    return Section.of(
        "Sandbox",
        List.of(
            new Fact(
                "sandbox",
                "agent session: namespaces, seccomp" + (has ? ", AppArmor" : "; no AppArmor")),
            new Fact("bawn", here.version())),
        List.of());
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
