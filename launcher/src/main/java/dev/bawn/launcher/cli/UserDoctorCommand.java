package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.doctor.BubblewrapExamination;
import dev.bawn.contract.doctor.ChainExamination;
import dev.bawn.contract.doctor.ExaminationOutput;
import dev.bawn.contract.doctor.ExaminationReport;
import dev.bawn.contract.doctor.FileSystemsExamination;
import dev.bawn.contract.doctor.InstallationExamination;
import dev.bawn.contract.doctor.KernelExamination;
import dev.bawn.contract.doctor.MissingProjectsExamination;
import dev.bawn.contract.doctor.ProgramsExamination;
import dev.bawn.contract.doctor.TrustedKeysExamination;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.SeenState;
import dev.bawn.launcher.doctor.CallerExamination;
import dev.bawn.launcher.doctor.SandboxExamination;
import dev.bawn.launcher.doctor.SpaceExamination;
import dev.bawn.launcher.doctor.SudoExamination;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.trust.SeenSerials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code doctor}: reports problems of this machine for the caller, and the commands that solve
 * them.
 */
record UserDoctorCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(
                Parameters.optional("AGENT", "with --try: the agent whose session attacks"))
            .addPositional(Parameters.optional("PROJECT", "with --try: the agent's project"))
            .addOption(Parameters.flag("--try", "attack this machine from a session, without harm"))
            .addOption(Parameters.flag("--json", "print JSON, one array"));
    spec.usageMessage()
        .description(
            "Changes nothing. Exit status 0: no problem was found; 1: a problem was found.",
            "Root finds more problems: sudo bawn-admin doctor",
            "With --try, exit status 1: an attack succeeded that must fail.",
            "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn doctor", "bawn doctor --json", "bawn doctor --try a.noir app");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Optional<String> session = HostProbe.session(here.environment());
    if (session.isPresent()) {
      throw new Refused(
          "a session sees too little of the machine to find its problems",
          "run bawn doctor outside of the session " + Printable.of(session.get()));
    }
    if (typed.has("--try")) {
      // its child processes would have root's rights otherwise
      Runs.AS_YOURSELF.check("bawn", List.of("doctor", "--try"), here);
      return new TrialRun(context.apply(here), here).run(typed);
    }
    if (!typed.words().isEmpty()) {
      throw new WrongUsage("an agent or a project needs --try", "see: bawn doctor --help");
    }
    ExaminationReport report = look(context.apply(here), here);
    if (typed.has("--json")) {
      ExaminationOutput.json(here.out(), report);
    } else {
      ExaminationOutput.text(here, report);
    }
    return report.status();
  }

  private static ExaminationReport look(CommandContext through, Surroundings here) {
    List<AgentName> agents = agents(through, here);
    SeenSerials seen = SeenSerials.in(here.environment());
    List<Request> requests =
        agents.stream()
            .map(agent -> new Request(agent, here.user(), latest(seen, agent), Depth.WHOLE))
            .toList();
    List<Manifest> manifests = manifests(through, agents);
    return ExaminationReport.of(
        List.of(
            new KernelExamination(through.layout()),
            new BubblewrapExamination(
                through.installation(), through.rootOwned(), through.layout()),
            new SandboxExamination(through.installation().bubblewrap(), through.layout()),
            new ProgramsExamination(through.layout()),
            new InstallationExamination(through.installation(), through.rootOwned()),
            new FileSystemsExamination(through.layout(), FileSystemsExamination.ENOUGH_BYTES),
            new CallerExamination(
                here.user(),
                userName(here),
                through.agents(here).areThere(),
                agents,
                seen,
                through.system().files(here),
                here.environment()),
            new SpaceExamination(here.environment()),
            new SudoExamination(through.installation(), manifests),
            new TrustedKeysExamination(through.layout(), through.rootOwned()),
            new MissingProjectsExamination(through.layout(), manifests),
            new ChainExamination(requests, through.chain()::check)));
  }

  /** The name of the caller; the number if only a directory service knows the name. */
  private static String userName(Surroundings here) {
    try {
      return AccountNames.read(here.layout()).user(here.user().number());
    } catch (IOException e) {
      return here.user().toString();
    }
  }

  /** The last seen state of an agent. A damaged record is a finding of its own. */
  private static Optional<SeenState> latest(SeenSerials seen, AgentName agent) {
    try {
      return seen.latest(agent);
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  /** The manifests with a valid signature. */
  private static List<Manifest> manifests(CommandContext through, List<AgentName> agents) {
    List<Manifest> manifests = new ArrayList<>();
    for (AgentName agent : agents) {
      try {
        manifests.add(through.chain().sealed(agent).manifest());
      } catch (BrokenLink e) {
        continue; // the examination of signatures reports it
      }
    }
    return manifests;
  }

  private static List<AgentName> agents(CommandContext through, Surroundings here) {
    try {
      return through.agents(here).names();
    } catch (NotFound e) {
      // bawn is not set up on this machine: there are no agents
      return List.of();
    }
  }
}
