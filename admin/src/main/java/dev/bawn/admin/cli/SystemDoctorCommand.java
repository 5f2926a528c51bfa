package dev.bawn.admin.cli;

import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.doctor.AccountsExamination;
import dev.bawn.admin.doctor.DisksExamination;
import dev.bawn.admin.doctor.KeysExamination;
import dev.bawn.admin.doctor.LeftoversExamination;
import dev.bawn.admin.doctor.LimitsExamination;
import dev.bawn.admin.doctor.MirrorsExamination;
import dev.bawn.admin.doctor.OperatorsExamination;
import dev.bawn.admin.doctor.ProjectsExamination;
import dev.bawn.admin.doctor.StateExamination;
import dev.bawn.admin.doctor.SudoersExamination;
import dev.bawn.admin.doctor.UidsExamination;
import dev.bawn.admin.doctor.UnitsExamination;
import dev.bawn.admin.linux.DiskQuota;
import dev.bawn.admin.system.AgentDiskUse;
import dev.bawn.admin.system.LimitUnits;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.doctor.BubblewrapExamination;
import dev.bawn.contract.doctor.ChainExamination;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.ExaminationOutput;
import dev.bawn.contract.doctor.ExaminationReport;
import dev.bawn.contract.doctor.FileSystemsExamination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.doctor.InstallationExamination;
import dev.bawn.contract.doctor.KernelExamination;
import dev.bawn.contract.doctor.MissingProjectsExamination;
import dev.bawn.contract.doctor.ProgramsExamination;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** {@code doctor}: checks this machine and prints the commands that repair it. */
final class SystemDoctorCommand implements Command {

  /** The findings that make it impossible to list any project. */
  private static final Set<FindingKind> KEEPS_FROM_LISTING =
      Set.of(
          FindingKind.BUBBLEWRAP_MISSING, FindingKind.GIT_MISSING, FindingKind.INSTALLATION_BROKEN);

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command().addOption(Parameters.flag("--json", "print JSON, one array"));
    spec.usageMessage()
        .description(
            "Changes nothing. Exit status 0: no problem was found; 1: a problem was found.", "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin doctor", "sudo bawn-admin doctor --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    ExaminationReport report = look(assembly, here);
    if (typed.has("--json")) {
      ExaminationOutput.json(here.out(), report);
    } else {
      ExaminationOutput.text(here, report);
    }
    return report.status();
  }

  private static ExaminationReport look(Assembly assembly, Surroundings here) throws IOException {
    if (!Files.isDirectory(here.layout().agents())) {
      return ExaminationReport.of(machine(assembly, here));
    }
    ExaminationReport report = locked(assembly, here);
    return report.found().stream().anyMatch(each -> KEEPS_FROM_LISTING.contains(each.ailment()))
        ? report
        : report.and(ExaminationReport.of(projects(assembly, here)));
  }

  /**
   * Examines under the lock: an unfinished change of a running command must not be reported as the
   * remains of a crash.
   */
  private static ExaminationReport locked(Assembly assembly, Surroundings here) throws IOException {
    try (HeldLock _ =
        HeldLock.take(
            here.layout().lock(), "another bawn-admin", line -> Messages.say(here, line))) {
      List<Examination> all = new ArrayList<>(machine(assembly, here));
      all.addAll(agents(assembly, here));
      return ExaminationReport.of(all);
    }
  }

  private static List<Examination> projects(Assembly assembly, Surroundings here)
      throws IOException {
    try {
      List<Manifest> manifests = assembly.state().manifests();
      return List.of(
          new MissingProjectsExamination(here.layout(), manifests),
          new ProjectsExamination(here.layout(), manifests, assembly.mirrors()::requireListable));
    } catch (BrokenLink keys) {
      return List.of();
    }
  }

  /** Returns the examinations that are possible before there is an agent. */
  private static List<Examination> machine(Assembly assembly, Surroundings here) {
    Installation installation = Installation.in(here.library());
    return List.of(
        new KernelExamination(here.layout()),
        new BubblewrapExamination(installation, assembly.rootOwned(), here.layout()),
        new ProgramsExamination(here.layout()),
        new InstallationExamination(installation, assembly.rootOwned()),
        new FileSystemsExamination(here.layout(), FileSystemsExamination.ENOUGH_BYTES),
        new StateExamination(here.layout(), assembly.rootOwned()),
        new UnitsExamination(here.layout()),
        new KeysExamination(here.layout(), assembly.rootOwned()));
  }

  private static List<Examination> agents(Assembly assembly, Surroundings here) throws IOException {
    List<AgentName> agents = assembly.state().agents();
    List<Request> requests =
        agents.stream()
            .map(agent -> new Request(agent, Uid.ROOT, Optional.empty(), Depth.WHOLE))
            .toList();
    List<Examination> examinations = new ArrayList<>();
    examinations.add(new AccountsExamination(here.layout(), agents, here.clock()));
    examinations.add(new UidsExamination(here.layout(), assembly.uids().next(), assembly.uidUse()));
    examinations.addAll(decided(assembly, here));
    examinations.add(new LeftoversExamination(here.layout()));
    examinations.add(new ChainExamination(requests, assembly.chain()::check));
    return examinations;
  }

  private static Examination disks(List<Manifest> manifests, Surroundings here) {
    AgentDiskUse use = new AgentDiskUse(here.library());
    Optional<DiskQuota> quota = DiskQuota.enforcedIn(here.layout().state());
    return new DisksExamination(
        manifests,
        each -> use.of(each.agent(), each.uid()),
        each -> quota.isEmpty() || quota.get().limits(each.uid(), each.limits().disk()));
  }

  /**
   * Returns the examinations that need verified policies; empty if no key is trusted, which check
   * V1 reports.
   */
  private static List<Examination> decided(Assembly assembly, Surroundings here)
      throws IOException {
    try {
      List<Manifest> manifests = assembly.state().manifests();
      return List.of(
          new SudoersExamination(
              here.layout(),
              assembly.rootOwned(),
              assembly.sudoers(),
              assembly.operatorAccounts().inForce(manifests)),
          new OperatorsExamination(manifests, assembly.operatorAccounts()),
          new MirrorsExamination(here.layout(), manifests),
          disks(manifests, here),
          new LimitsExamination(manifests, new LimitUnits(here.layout())));
    } catch (BrokenLink keys) {
      return List.of();
    }
  }
}
