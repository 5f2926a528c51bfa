package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.agent.NewAssignment;
import dev.bawn.admin.mirror.ShownPaths;
import dev.bawn.admin.recipe.Instructions;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code assign AGENT PROJECT}. The mirror is created before the lock of the policies is taken:
 * reading a user's files takes as long as that user wants.
 */
final class AssignCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the agent"))
        .addPositional(
            Parameters.one("PROJECT", "the directory of a project, or the id of an assigned one"))
        .addOption(
            Parameters.option("--role", "ROLE", "describe the task, for 'list' (default: worker)"))
        .addOption(
            Parameters.option(
                "--instructions", "FILE", "show this file as CLAUDE.md and AGENTS.md to the agent"))
        .addOption(
            Parameters.option(
                "--workspace",
                "KIND",
                "choose mirror (a read-only copy, the default) or overlay (a copy that the agent changes)"))
        .addOption(
            Parameters.repeatable(
                "--mask",
                "PATTERN",
                "leave out files that match this pattern, too, for example '*.sqlite'"))
        .addOption(
            Parameters.repeatable(
                "--show",
                "PATHS",
                "also copy these paths, which git ignores, for example node_modules,.venv; files with a secret name are not copied"))
        .addOption(
            Parameters.flag(
                "--with-git",
                "also copy the commits of the checked-out branch, and the tags on them"))
        .addOption(
            Parameters.flag(
                "--link",
                "create .scratch/reviews/AGENT in the project, a link to the scratch directory"))
        .addOption(LockedState.dryRun());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin assign a.noir ~/app",
        "sudo bawn-admin assign a.noir ~/app --workspace overlay --with-git",
        "sudo bawn-admin assign a.noir ~/app --role reviewer --mask '*.sqlite'");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    if (!LockedState.isDryRun(typed)) {
      // recovery of an interrupted change may remove what is planned here, such as the mirror
      try (LockedState _ = LockedState.withoutKey(here)) {
        // otherwise the project could get the name of a copy that belongs to another agent
        assembly.state().requireComplete();
      }
    }
    NewAssignment asked = asked(typed, assembly, here);
    Assignment planned = assembly.projects().plan(asked);
    if (LockedState.isDryRun(typed)) {
      preview(asked, planned, assembly, here);
      return 0;
    }
    assembly.openKey();
    here.err().println("copying " + planned.source() + " …");
    Mirrors.Report report = assembly.mirrors().bring(planned, mountPoints(asked));
    Manifest sealed =
        typed.has("--link")
            ? linked(asked, planned, assembly, here)
            : sealed(asked, planned, assembly, here);
    tell(sealed, planned, report, here);
    return 0;
  }

  /** Prints what would be signed. It does not read the files of the project. */
  private static void preview(
      NewAssignment asked, Assignment planned, Assembly assembly, Surroundings here)
      throws IOException {
    try (LockedState state = LockedState.preview(assembly)) {
      WrappedText.print(
          "%s would work on %s as '%s'".formatted(asked.agent(), planned.source(), planned.id()),
          here);
      if (Files.notExists(here.layout().mirror(planned.mirror()), LinkOption.NOFOLLOW_LINKS)) {
        here.out().println("+ " + here.layout().mirror(planned.mirror()));
      }
      state.projects().sealed(state.agents(), asked, planned);
      state.tellPreview(here);
    }
  }

  /**
   * Creates the link before the assignment: without the link, the project is not assigned. After a
   * kill between both steps, the same command completes them.
   */
  private static Manifest linked(
      NewAssignment asked, Assignment planned, Assembly assembly, Surroundings here)
      throws IOException {
    assembly.mirrors().link(asked.agent(), planned);
    try {
      return sealed(asked, planned, assembly, here);
    } catch (IOException | RuntimeException e) {
      ProjectLinks.remove(asked.agent(), planned, here);
      throw e;
    }
  }

  private static Manifest sealed(
      NewAssignment asked, Assignment planned, Assembly assembly, Surroundings here)
      throws IOException {
    try (LockedState state = LockedState.forChange(assembly, here)) {
      return state.projects().assign(state.agents(), asked, planned);
    }
  }

  private static NewAssignment asked(Typed typed, Assembly assembly, Surroundings here)
      throws IOException {
    Workspace workspace =
        Parameters.choice("workspace", typed.value("--workspace", "mirror"), Workspace.values());
    AgentAndProject words = AgentAndProject.of(typed.words(), here);
    AgentName agent = words.agent();
    if (words.project().isEmpty()) {
      throw new WrongUsage(
          "argument is empty; expected the directory of a project",
          "give its path; the current directory: .");
    }
    assembly.state().manifest(agent);
    Optional<Uid> caller = Operators.caller(here);
    Mirrors mirrors = assembly.mirrors();
    Mirrors.Survey survey = survey(words.project(), caller, assembly, here);
    Optional<byte[]> instructions = Optional.empty();
    if (typed.has("--instructions")) {
      instructions =
          Optional.of(mirrors.read(absolute(typed.value("--instructions", ""), here), caller));
    }
    Repository repository = mirrors.repository(survey.path(), survey.owner());
    if (typed.has("--with-git") && !isTop(repository, survey.path())) {
      throw new Refused(
          survey.path() + " is not the top of a git repository",
          "assign the top of the repository, or leave out --with-git");
    }
    return new NewAssignment(
        agent,
        survey.path(),
        survey.owner(),
        repository,
        Printable.of(typed.value("--role", "worker")),
        workspace,
        typed.values("--mask"),
        shown(typed),
        instructions);
  }

  /** Reads the directory of a project, or else the one that another agent has under this ID. */
  private static Mirrors.Survey survey(
      String typed, Optional<Uid> caller, Assembly assembly, Surroundings here) throws IOException {
    try {
      return assembly.mirrors().survey(absolute(typed, here), caller);
    } catch (NotFound e) {
      Set<Path> known = new HashSet<>();
      for (Assignment each : assembly.projects().all()) {
        if (each.id().text().equals(typed)) {
          known.add(Path.of(each.source().text()));
        }
      }
      if (known.size() != 1) {
        throw e;
      }
      return assembly.mirrors().survey(known.iterator().next(), caller);
    }
  }

  private static boolean isTop(Repository repository, ProjectPath project) {
    return repository.text().equals(project.text());
  }

  private static List<String> shown(Typed typed) {
    List<String> shown = new ArrayList<>(ShownPaths.of(typed.values("--show")));
    if (typed.has("--with-git")) {
      shown.addFirst(Assignment.GIT);
    }
    return shown;
  }

  private static Path absolute(String typed, Surroundings here) {
    return here.directory().resolve(typed).normalize();
  }

  /**
   * Returns the names in the mirror that must exist, because sessions mount the instructions over
   * them.
   */
  private static List<String> mountPoints(NewAssignment asked) {
    return asked.instructions().isPresent() ? Instructions.SHOWN_AS : List.of();
  }

  private static void tell(
      Manifest sealed, Assignment planned, Mirrors.Report report, Surroundings here) {
    WrappedText.print(
        sealed.agent()
            + " works on "
            + planned.source()
            + " as '"
            + planned.id()
            + (planned.workspace() == Workspace.OVERLAY ? "' (overlay), " : "', ")
            + Count.of(report.files(), "file"),
        here);
    List<String> without = new ArrayList<>();
    if (!report.masked().shown().isEmpty()) {
      without.add(report.masked().text());
    }
    if (planned.repository().filter(each -> isTop(each, planned.source())).isPresent()
        && !planned.hasGit()) {
      without.add(".git (git in a session needs --with-git)");
    }
    if (!without.isEmpty()) {
      WrappedText.print("left out: " + String.join(", ", without), here);
    }
    if (!report.committed().shown().isEmpty()) {
      Messages.say(
          here,
          "--with-git shows committed files, also those that masks leave out: "
              + report.committed().text());
    }
    for (String mask : report.idle()) {
      Messages.say(here, SyncCommand.idle(mask));
    }
    if (!report.unreadable().shown().isEmpty()) {
      Messages.say(here, "its owner cannot read " + report.unreadable().text());
    }
    here.out().println("next: bawn launch " + sealed.agent() + " " + planned.id());
  }
}
