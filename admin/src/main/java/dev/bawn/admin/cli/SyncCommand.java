package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.agent.SeenRunning;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.mirror.LiveMirrors;
import dev.bawn.admin.mirror.SyncSlot;
import dev.bawn.admin.system.DiskWatch;
import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.AgentNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code sync [AGENT] [PROJECT] [--watch]}. Operators run it as root through sudo: it opens no path
 * from its arguments, changes no policy and recovers no transaction.
 */
final class SyncCommand implements Command {

  /** The number of owners whose mirrors are updated at the same time. */
  private static final int MOST_OWNERS = 16;

  private static final Duration LOOK = Duration.ofSeconds(1);

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.optional("AGENT", "the agent (default: all)"))
        .addPositional(
            Parameters.optional("PROJECT", "the id or the directory of a project (default: all)"))
        .addOption(
            Parameters.flag("--watch", "keep the mirrors up to date until you end bawn-admin"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin sync", "sudo bawn-admin sync a.noir app", "sudo bawn-admin sync --watch");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    NameService.prepare();
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    Optional<Uid> operator = Operators.caller(here);
    if (operator.isPresent()) {
      try (HeldLock _ = SyncSlot.take(here.layout(), operator.get())) {
        return run(typed, assembly, here);
      }
    }
    return run(typed, assembly, here);
  }

  private static int run(Typed typed, Assembly assembly, Surroundings here) throws IOException {
    if (typed.has("--watch")) {
      return watch(typed.words(), assembly, here);
    }
    Map<ProjectId, Assignment> byMirror = distinct(wanted(typed.words(), assembly, here));
    assembly.projects().requireOneProject(byMirror.keySet());
    Collection<Assignment> wanted = byMirror.values();
    if (wanted.size() == 1) {
      Assignment one = wanted.iterator().next();
      bring(one, assembly.mirrors(), assembly, here);
    } else {
      bringAll(wanted, assembly, here);
    }
    if (typed.words().isEmpty()) {
      requireVerified(assembly);
    }
    return 0;
  }

  /** Fails if there are agents whose projects are not known. */
  private static void requireVerified(Assembly assembly) throws IOException {
    List<AgentName> broken = assembly.state().broken();
    if (!broken.isEmpty()) {
      throw new Failed(
          "the policy of "
              + broken.getFirst()
              + " cannot be verified, so its mirrors stay as they are",
          "see: sudo bawn-admin verify " + broken.getFirst());
    }
  }

  /**
   * Updates the mirrors of each owner in a thread of their own, one after the other, so that an
   * owner can delay only their own mirrors.
   */
  private static void bringAll(
      Collection<Assignment> wanted, Assembly assembly, Surroundings here) {
    Mirrors mirrors = assembly.mirrorsWithoutBar();
    AtomicInteger failed = new AtomicInteger();
    try (ExecutorService owners = Executors.newFixedThreadPool(MOST_OWNERS)) {
      wanted.stream()
          .collect(Collectors.groupingBy(Assignment::owner))
          .values()
          .forEach(all ->
              owners.execute(() -> failed.addAndGet(bringEach(all, mirrors, assembly, here))));
    }
    if (failed.get() > 0) {
      throw new Failed(
          failed + " of " + wanted.size() + " mirrors could not be brought up to date",
          "the lines above say why");
    }
  }

  /** Updates these mirrors and returns the number of failures. */
  private static int bringEach(
      List<Assignment> wanted, Mirrors mirrors, Assembly assembly, Surroundings here) {
    int failed = 0;
    for (Assignment assignment : wanted) {
      try {
        bring(assignment, mirrors, assembly, here);
      } catch (Failure e) {
        Messages.say(here, assignment.mirror() + ": " + e.what() + "; " + e.hint());
        failed++;
      } catch (IOException e) {
        Messages.say(
            here, assignment.mirror() + ": " + Printable.of(String.valueOf(e.getMessage())));
        failed++;
      }
    }
    return failed;
  }

  /**
   * Updates a mirror and prints a line; a mirror under an overlay in use is left for the next sync.
   */
  private static void bring(
      Assignment assignment, Mirrors mirrors, Assembly assembly, Surroundings here)
      throws IOException {
    try {
      tell(assignment, bring(assignment, mirrors, assembly), here);
    } catch (InUse e) {
      Messages.say(here, e.what() + "; " + e.hint());
    }
  }

  /** Updates a mirror. If it was missing, it is created again, with access for its readers. */
  private static Mirrors.Report bring(Assignment assignment, Mirrors mirrors, Assembly assembly)
      throws IOException {
    boolean isThere = Files.isDirectory(assembly.layout().mirror(assignment.mirror()));
    if (!isThere) {
      assembly.projects().requireNoEarlierWork(assignment);
    }
    Mirrors.Report report = mirrors.bring(assignment, List.of());
    if (!isThere) {
      assembly.effects().openMirror(assignment.mirror(), assembly.state().manifests());
    }
    return report;
  }

  private static void tell(Assignment assignment, Mirrors.Report report, Surroundings here) {
    if (report.changed() + report.removed() > 0) {
      here.out()
          .println(
              assignment.mirror()
                  + ": "
                  + report.changed()
                  + " changed, "
                  + report.removed()
                  + " removed, "
                  + Count.of(report.files(), "file"));
    }
    if (report.dropped() > 0) {
      Messages.say(
          here,
          assignment.id()
              + ": both the project and the agent removed "
              + Count.of(report.dropped(), "file")
              + "; if the project gets such a file again, the agent sees it");
    }
    for (String mask : report.idle()) {
      Messages.say(here, assignment.mirror() + ": " + idle(mask));
    }
    if (!report.unreadable().shown().isEmpty()) {
      Messages.say(
          here, "the owner of " + assignment.id() + " cannot read " + report.unreadable().text());
    }
  }

  /** The warning about a mask that matched no name. */
  static String idle(String mask) {
    return "--mask '"
        + Printable.of(mask)
        + "' hides nothing: no file has this name, or git ignores all such files";
  }

  /**
   * Returns one assignment for each mirror, because agents with the same masks share one. An
   * assignment that contains its repository is preferred: assignments of earlier versions contain
   * none.
   */
  private static Map<ProjectId, Assignment> distinct(List<Assignment> all) {
    Map<ProjectId, Assignment> byMirror = new LinkedHashMap<>();
    all.forEach(
        each -> byMirror.merge(each.mirror(), each, (a, b) -> a.repository().isPresent() ? a : b));
    return byMirror;
  }

  /**
   * Watches until the process is ended. The directory of the agents is watched, too: each change of
   * a policy renames a link in it.
   */
  private static int watch(List<String> words, Assembly assembly, Surroundings here)
      throws IOException {
    Files.createDirectories(here.layout().live());
    try (HeldLock _ =
        HeldLock.take(
            here.layout().liveLock(), "another watcher", line -> Messages.say(here, line))) {
      LiveMirrors live = assembly.liveMirrors();
      Runtime.getRuntime().addShutdownHook(new Thread(live::end));
      SeenRunning agents = new SeenRunning(here.layout(), line -> Messages.say(here, line));
      DiskWatch disk = new DiskWatch(here.library(), line -> Messages.say(here, line));
      List<Manifest> manifests = List.of();
      Map<ProjectId, Assignment> watched = Map.of();
      FileTime seen = FileTime.fromMillis(0);
      while (true) {
        FileTime now = Files.getLastModifiedTime(here.layout().agents());
        if (!now.equals(seen)) {
          watched = distinct(wanted(words, assembly, here));
          assembly.projects().requireOneProject(watched.keySet());
          // the mirror under an overlay changes only between the sessions of its agent
          watched.values().removeIf(each -> each.workspace() == Workspace.OVERLAY);
          manifests = assembly.state().manifests();
          seen = now;
        }
        live.keep(watched);
        AgentActivity activity = AgentActivity.look(here.layout());
        agents.look(manifests, activity, here.clock().instant());
        disk.look(manifests, activity, here.clock().instant());
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static List<Assignment> wanted(List<String> words, Assembly assembly, Surroundings here)
      throws IOException {
    if (words.size() > 1) {
      AgentAndProject both = AgentAndProject.of(words, here);
      return List.of(
          assembly.projects().find(both.agent(), ProjectReference.of(both.project(), here)));
    }
    if (words.isEmpty()) {
      return assembly.projects().all();
    }
    Optional<AgentName> agent = AgentNames.named(words.getFirst(), here.layout());
    return agent.isPresent()
        ? assembly.state().manifest(agent.get()).assignments()
        : assembly.projects().all(ProjectReference.of(words.getFirst(), here));
  }
}
