package dev.bawn.launcher.cli;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The changes of an agent in a project, read with the operator's own rights. The operator has a
 * workspace for its own records about them, in the form of a session's workspace: its {@code upper}
 * is a link to the upper layer, and {@code lower} one to the base.
 *
 * @param manifest the signed policy
 * @param assignment of the project
 * @param places the caller's directories
 * @param layout of the system
 * @param isOwner whether the project belongs to the caller
 */
record AgentOverlay(
    Manifest manifest,
    Assignment assignment,
    SessionPlaces places,
    SystemLayout layout,
    boolean isOwner) {

  private static final String UPPER = "upper";
  private static final int OTHERS_READ = 0_004;

  /**
   * The overlay that a name with a space means.
   *
   * @return empty if the name does not belong to an agent
   * @throws Refused if the agent is not the caller's, or has no overlay on the project
   */
  static Optional<AgentOverlay> named(String text, SessionPlaces places, Surroundings here) {
    int space = text.indexOf(' ');
    Optional<AgentName> agent =
        space < 0 ? Optional.empty() : AgentNames.named(text.substring(0, space), here.layout());
    if (agent.isEmpty()) {
      return Optional.empty();
    }
    Manifest manifest = CommandContext.onSystem(here).agents(here).require(agent.get());
    AgentOverlay overlay = of(manifest, text.substring(space + 1), places, here);
    Assignment assignment = overlay.assignment();
    if (assignment.workspace() != Workspace.OVERLAY) {
      throw new Refused(
          agent.get() + " cannot change " + assignment.id() + ": its workspace is a mirror",
          "ask root to unassign "
              + assignment.id()
              + " and assign it again with --workspace overlay; what the agent wrote: ls -l "
              + here.layout().scratch(agent.get(), assignment.id())
              + "; its report: bawn report "
              + agent.get());
    }
    return Optional.of(overlay);
  }

  /**
   * The overlay of an agent on a project. The caller makes sure that the assignment has one.
   *
   * @throws dev.bawn.contract.failure.NotFound if the project is not assigned
   */
  static AgentOverlay of(
      Manifest manifest, String project, SessionPlaces places, Surroundings here) {
    Assignment assignment =
        new AgentChoice(manifest.agent(), Optional.of(project), here.directory())
            .assignment(manifest);
    boolean isOwner = assignment.owner().equals(here.user());
    return new AgentOverlay(manifest, assignment, places, here.layout(), isOwner);
  }

  /** The project of an agent that has only one. */
  static Optional<ProjectId> onlyProject(AgentName agent, Surroundings here) {
    List<Assignment> all = CommandContext.onSystem(here).agents(here).require(agent).assignments();
    return all.size() == 1 ? Optional.of(all.getFirst().id()) : Optional.empty();
  }

  SessionName name() {
    return SessionName.of(manifest.agent(), assignment.id());
  }

  /** The file that a session, a sync and a discard lock. */
  Path lock() {
    return layout.overlay(manifest.agent(), assignment.id());
  }

  /** The base, beside the upper layer. */
  static Path lower(Path upper) {
    return upper.resolveSibling("lower");
  }

  /**
   * Requires, before a sync, that no session uses the overlay of a start. The start itself takes
   * the lock in the session.
   *
   * @throws InUse if a session or a command of an operator uses it
   */
  static void requireFree(VerifiedStart start, SystemLayout layout) {
    AgentName agent = start.manifest().agent();
    Assignment assignment = start.assignment();
    if (isHeld(layout.overlay(agent, assignment.id()))) {
      throw new InUse(
          "the changes of "
              + agent
              + " on "
              + assignment.id()
              + " are in use: by a session, or by a command of an operator",
          toEnd(start.manifest(), layout)
              + "; or use another agent; root sees the process: sudo lslocks -u | grep /.overlay/");
    }
  }

  private static String toEnd(Manifest manifest, SystemLayout layout) {
    String own = "end that session first; list yours in the background: bawn list";
    if (manifest.operators().size() < 2) {
      return own;
    }
    try {
      AccountNames names = AccountNames.read(layout);
      return manifest.operators().stream()
          .map(each -> Printable.of(names.user(each.number())))
          .collect(Collectors.joining(", ", own + "; or ask the operators of the agent: ", ""));
    } catch (IOException e) {
      return own;
    }
  }

  /** The hint to end the session that uses these changes, which may be another operator's. */
  String toEnd() {
    return toEnd(manifest, layout);
  }

  ListedSession.Intact listed() {
    AgentActivity activity = AgentActivity.look(layout);
    return new ListedSession.Intact(
        record(), new SessionState.OfAgent(isHeld(lock()), activity.last(manifest)));
  }

  /** A discard of these changes, which needs the agent's rights. */
  Discard discard(SessionRecord record, Surroundings here) {
    List<String> enter = CommandContext.onSystem(here).planner(here).enter(manifest, assignment);
    return new Discard(record, () -> AgentEntries.of(enter));
  }

  /**
   * The commits of the agent, which its own rights can read.
   *
   * @throws Refused if it has none
   */
  AgentBundle bundle(CommandContext context, Surroundings here) {
    if (!assignment.hasGit()) {
      throw new Refused(
          manifest.agent() + " has no commits of " + assignment.id() + ": the copy has no .git",
          "merge its files: bawn merge "
              + name()
              + " --all; or ask root to unassign "
              + assignment.id()
              + " and assign it again with --workspace overlay --with-git");
    }
    return new AgentBundle(context.planner(here).enter(manifest, assignment), name());
  }

  private static boolean isHeld(Path lock) {
    try (Flock held = Flock.take(lock).orElse(null)) {
      return held == null;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw unreadable(lock, e);
    }
  }

  /**
   * The record of the changes. The project of another user is not read: the changes are compared
   * with the base, which an operator may read.
   */
  SessionRecord record() {
    Path upper = places.workspace(name()).resolve(UPPER);
    Path mirror = layout.mirror(assignment.mirror());
    try {
      Files.createDirectories(upper.getParent());
      Files.createDirectories(places.session(name()).path());
      new EarlierProjects(name(), upper.getParent(), places.session(name()).path())
          .switchTo(assignment.source().text());
      link(upper, layout.upper(manifest.agent(), assignment.id()));
      link(lower(upper), mirror);
      Path repository = upper.resolveSibling(RepositoryLayer.NAME);
      if (assignment.hasGit()) {
        link(repository, mirror);
      } else {
        Files.deleteIfExists(repository);
      }
    } catch (IOException e) {
      throw new Failed(
          "cannot write " + upper.getParent() + ": " + e.getMessage(), "is the disk full?");
    }
    return new SessionRecord(
        name(),
        manifest.sealed(),
        Optional.of(isOwner ? Path.of(assignment.source().text()) : mirror),
        Path.of(InsidePath.project(assignment.id()).text()),
        WorkspaceKind.OVERLAY,
        Optional.of(upper),
        manifest.agent().text(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static void link(Path link, Path target) throws IOException {
    boolean isThere = Files.isSymbolicLink(link);
    if (isThere && Files.readSymbolicLink(link).equals(target)) {
      return;
    }
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, target);
  }

  /**
   * Requires that the project belongs to the caller.
   *
   * @throws Refused if it is another user's
   */
  static void requireOwn(SessionRecord record) {
    Path project = record.project().orElseThrow();
    Path workspace = record.changes().orElseThrow().getParent();
    try {
      Object owner = Files.getAttribute(project, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (!owner.equals(Files.getAttribute(workspace, "unix:uid"))) {
        throw new Refused(
            "the project of " + record.name() + " belongs to another user",
            "its owner can merge and discard; see the changes: bawn diff " + record.name());
      }
    } catch (IOException e) {
      throw unreadable(project, e);
    }
  }

  /** The exit status: 1 if the agent closed a file to its operators. */
  static int closed(List<Change> changes) {
    return changes.stream().anyMatch(AgentOverlay::isClosed) ? 1 : 0;
  }

  /**
   * Tells whether operators cannot read the file: no access list is on these files, so operators
   * have the permissions of others.
   */
  private static boolean isClosed(Change change) {
    return change.isClosed()
        || change
            .statusAfter()
            .filter(now -> now.is(FileKind.FILE) && (now.mode() & OTHERS_READ) == 0)
            .isPresent();
  }

  private static Failed unreadable(Path path, IOException e) {
    return new Failed(
        "cannot read " + path + ": " + Printable.of(String.valueOf(e.getMessage())),
        "see: namei -l " + path);
  }
}
