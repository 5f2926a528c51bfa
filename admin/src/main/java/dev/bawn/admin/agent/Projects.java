package dev.bawn.admin.agent;

import dev.bawn.admin.allowlist.SealedPrograms;
import dev.bawn.admin.change.ScratchChange;
import dev.bawn.admin.change.ScratchChange.Fate;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.doctor.MissingProjectsExamination;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Changes the projects of agents. */
public final class Projects {

  /**
   * The entries of {@code .git} that git writes when an agent only reads commits, and those without
   * work of the agent. {@code mirror-receive} removes the same ones, unless the next assignment has
   * commits.
   */
  private static final Pattern OF_READING =
      Pattern.compile(
          "index|config|description|info|HEAD|ORIG_HEAD|FETCH_HEAD|logs|gc\\.(log|pid)|branches"
              + "|COMMIT_EDITMSG|.*\\.lock",
          Pattern.DOTALL);

  /**
   * The digits that usually tell two names apart, and those if a user has chosen them to be equal.
   */
  private static final int SHORT = 6;

  private static final int LONG = 12;

  private final SystemLayout layout;
  private final SealedState state;

  /**
   * @param layout with the mirrors
   * @param state the current policies
   */
  public Projects(SystemLayout layout, SealedState state) {
    this.layout = layout;
    this.state = state;
  }

  /**
   * Returns the assignment that would be signed: its ID and its mirror are determined from the
   * existing ones.
   *
   * @throws Refused if the agent has the project already, or a program of the agent is missing
   * @throws NotFound if the agent does not exist
   */
  public Assignment plan(NewAssignment asked) throws IOException {
    Manifest manifest = state.manifest(asked.agent());
    new SealedPrograms(layout).requireInstalled(manifest);
    for (Assignment each : manifest.assignments()) {
      if (each.source().equals(asked.source())) {
        throw new Refused(
            asked.agent() + " has " + asked.source() + " already, as '" + each.id() + "'",
            "to change its options: sudo bawn-admin unassign "
                + asked.agent()
                + " "
                + each.id()
                + ", then assign it again");
      }
    }
    requireSameProject(asked);
    ProjectId id = id(asked.source());
    if (asked.workspace() == Workspace.OVERLAY) {
      requireNoEarlierWork(asked.agent(), id, asked.source());
    }
    return new Assignment(
            id,
            asked.source(),
            asked.owner(),
            Optional.of(asked.repository()),
            asked.role(),
            asked.workspace(),
            mirror(id, asked),
            asked.masks(),
            asked.shown())
        .of(manifest.uid());
  }

  /**
   * Requires that a missing copy of a project can be made again.
   *
   * @throws Refused if an agent has changes over the earlier copy
   */
  public void requireNoEarlierWork(Assignment assignment) throws IOException {
    for (Manifest manifest : state.manifests()) {
      if (assignment.workspace() == Workspace.OVERLAY
          && manifest.assignments().contains(assignment)) {
        requireNoEarlierWork(manifest.agent(), assignment.id(), assignment.source());
      }
    }
  }

  /**
   * Refuses if changes over an earlier copy of the project are left: they are meaningless over
   * another one. {@code unassign} leaves directories that the project got by a merge, and others
   * may have removed those since.
   */
  private void requireNoEarlierWork(AgentName agent, ProjectId id, ProjectPath source)
      throws IOException {
    Optional<Path> project = Optional.of(Path.of(source.text()));
    if (hasChanges(agent, id, each -> hidesOrHasFile(each) && isChange(each, project))) {
      throw EarlierWork.refusal(layout.overlay(agent, id));
    }
  }

  private static boolean hidesOrHasFile(Path entry) {
    try {
      return !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
          || isHiding(entry)
          || hasEntry(entry, Projects::hidesOrHasFile);
    } catch (IOException e) {
      return true; // the agent can make paths that are too long
    }
  }

  private static boolean isHiding(Path directory) throws IOException {
    return Files.getFileAttributeView(
            directory, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .list()
        .contains("overlay.opaque");
  }

  /**
   * Tells whether the overlay of an agent on a project contains changes: a changed file, a
   * directory that the project lacks or has with other permissions, or an entry of {@code .git}
   * that git does not write for an agent that only reads. No sync removes a directory of the agent
   * that the project got by a merge, since the copy has no empty directories.
   */
  private boolean hasChanges(AgentName agent, ProjectId id, Optional<Path> project)
      throws IOException {
    return hasChanges(agent, id, each -> isChange(each, project));
  }

  private boolean hasChanges(AgentName agent, ProjectId id, DirectoryStream.Filter<Path> changed)
      throws IOException {
    Path upper = layout.upper(agent, id);
    if (!Files.isDirectory(upper, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Path git = upper.resolve(Assignment.GIT);
    return hasEntry(upper, each -> !each.equals(git) && changed.accept(each))
        || Files.isSymbolicLink(git)
        || Files.isRegularFile(git, LinkOption.NOFOLLOW_LINKS)
        || Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)
            && hasEntry(
                git,
                each ->
                    !OF_READING.matcher(each.getFileName().toString()).matches() && hasFile(each));
  }

  /** Tells whether a file is there: a discard leaves empty directories in {@code .git}. */
  private static boolean hasFile(Path entry) {
    try {
      return !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
          || hasEntry(entry, Projects::hasFile);
    } catch (IOException e) {
      return true; // the agent can make paths that are too long
    }
  }

  private static boolean isChange(Path entry, Optional<Path> project) {
    try {
      if (project.isEmpty() || !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
      Path there = project.get().resolve(entry.getFileName());
      return !Files.isDirectory(there, LinkOption.NOFOLLOW_LINKS)
          || permissions(entry) != permissions(there)
          || isHiding(entry) && hasEntry(there, _ -> true)
          || hasEntry(entry, each -> isChange(each, Optional.of(there)));
    } catch (IOException e) {
      return true; // as above
    }
  }

  /** The permissions without those to write for others: a merge takes these from the umask. */
  private static int permissions(Path directory) throws IOException {
    return (int) Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0755;
  }

  private static boolean hasEntry(Path directory, DirectoryStream.Filter<Path> which)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, which)) {
      return entries.iterator().hasNext();
    }
  }

  /**
   * Returns the projects whose overlays contain changes of an agent, in the order of their
   * assignment.
   */
  public List<ProjectId> changedBy(AgentName agent) throws IOException {
    List<ProjectId> changed = new ArrayList<>();
    for (Assignment each : state.manifest(agent).assignments()) {
      if (each.workspace() == Workspace.OVERLAY
          && hasChanges(agent, each.id(), Optional.of(Path.of(each.source().text())))) {
        changed.add(each.id());
      }
    }
    return changed;
  }

  /** The directories of an agent's projects; empty if its policy cannot be verified. */
  private Map<ProjectId, Path> sources(AgentName agent) throws IOException {
    Map<ProjectId, Path> sources = new HashMap<>();
    try {
      for (Assignment each : state.manifest(agent).assignments()) {
        sources.put(each.id(), Path.of(each.source().text()));
      }
    } catch (Failure e) {
      return Map.of();
    }
    return sources;
  }

  /**
   * Returns all overlays of an agent with changes, as agent and project: also if its policy cannot
   * be verified.
   */
  public List<String> overlaysWithChanges(AgentName agent) throws IOException {
    Path overlays = layout.overlays(agent);
    if (!Files.isDirectory(overlays, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    Map<ProjectId, Path> sources = sources(agent);
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> projects = Files.newDirectoryStream(overlays)) {
      for (Path each : projects) {
        ProjectId project = ProjectId.of(each.getFileName().toString());
        if (hasChanges(agent, project, Optional.ofNullable(sources.get(project)))) {
          found.add(agent + " " + project);
        }
      }
    }
    return found;
  }

  /**
   * Requires that no changes are lost.
   *
   * @throws Refused if the agent has changes of the project
   */
  public void requireNoChanges(AgentName agent, ProjectId project) throws IOException {
    if (changedBy(agent).contains(project)) {
      String words = agent + " " + project;
      Assignment assignment = state.manifest(agent).assignment(project);
      String keep =
          MissingProjectsExamination.isMissing(assignment, layout)
              ? "move the project back to "
                  + assignment.source()
                  + "; or copy what you need of "
                  + layout.upper(agent, project)
              : "see them: bawn status "
                  + words
                  + "; merge those that you want: bawn merge "
                  + words
                  + " --all; drop the rest: bawn discard "
                  + words
                  + " --all; then: sudo bawn-admin sync "
                  + words;
      throw new Refused(
          agent
              + " may have unmerged changes of "
              + project
              + ", and after this command nobody could merge them",
          keep
              + "; or remove all of them as root: sudo bawn-admin unassign "
              + words
              + " --purge-scratch");
    }
  }

  /**
   * Requires that a path is the same project for all agents, with one owner and the rules of one
   * repository, because agents share mirrors.
   */
  private void requireSameProject(NewAssignment asked) throws IOException {
    for (Manifest manifest : state.manifests()) {
      for (Assignment each : manifest.assignments()) {
        if (each.source().equals(asked.source()) && !isSameProject(each, asked)) {
          throw new Refused(
              manifest.agent()
                  + " already has a project at "
                  + asked.source()
                  + ", assigned from another directory",
              "unassign that one first: sudo bawn-admin unassign "
                  + manifest.agent()
                  + " "
                  + each.id());
        }
      }
    }
  }

  private static boolean isSameProject(Assignment known, NewAssignment asked) {
    return known.owner().equals(asked.owner())
        && known.repository().map(asked.repository()::equals).orElse(true);
  }

  /**
   * Returns the ID of a project, which is unique on this machine. IDs and the names of mirrors are
   * one set of names: users choose the names and paths of their projects.
   */
  private ProjectId id(ProjectPath source) throws IOException {
    List<Assignment> all = all();
    Optional<ProjectId> same =
        all.stream().filter(each -> each.source().equals(source)).map(Assignment::id).findFirst();
    if (same.isPresent()) {
      return same.get();
    }
    ProjectId plain = ProjectId.forPath(source);
    return Stream.concat(Stream.of(plain), apart(plain, source.text()))
        .filter(id -> all.stream().noneMatch(each -> isNamed(each, id)))
        .findFirst()
        .orElseThrow(() -> taken(source));
  }

  /** The names that tell a project apart from others, the short ones first. */
  private static Stream<ProjectId> apart(ProjectId id, String key) {
    return IntStream.of(SHORT, LONG).mapToObj(length -> id.apart(key, length));
  }

  private static boolean isNamed(Assignment assignment, ProjectId name) {
    return assignment.id().equals(name) || assignment.mirror().equals(name);
  }

  private static Refused taken(ProjectPath source) {
    return new Refused(
        "each name for the copy of " + source + " is in use",
        "rename the directory of the project");
  }

  /** Returns all assignments of all agents. */
  public List<Assignment> all() throws IOException {
    return state.manifests().stream().flatMap(manifest -> manifest.assignments().stream()).toList();
  }

  /**
   * Returns the mirror of an assignment. Agents with the same masks and the same shown paths share
   * one. An agent with instructions has its own, because other agents must not see its mount
   * points; and so has an agent with an overlay, for its lower layer.
   */
  private ProjectId mirror(ProjectId id, NewAssignment asked) throws IOException {
    boolean isOverlay = asked.workspace() == Workspace.OVERLAY;
    boolean isPlain = asked.masks().isEmpty() && asked.shown().isEmpty();
    if (isPlain && asked.instructions().isEmpty() && !isOverlay) {
      return id;
    }
    List<String> key = new ArrayList<>(asked.masks());
    key.sort(null);
    asked.shown().forEach(each -> key.add("with " + each));
    key.add(asked.instructions().isPresent() ? "instructed" : "plain");
    if (isOverlay) {
      key.add("overlay of " + asked.agent());
    }
    List<Assignment> all = all();
    return apart(id, String.join("\n", key))
        .filter(name ->
            all.stream().filter(each -> isNamed(each, name)).allMatch(each -> shares(each, asked)))
        .findFirst()
        .orElseThrow(() -> taken(asked.source()));
  }

  /** Tells whether an assignment has a mirror of the same files. */
  private static boolean shares(Assignment known, NewAssignment asked) {
    return known.source().equals(asked.source())
        && isSameProject(known, asked)
        && known.workspace() == asked.workspace()
        && asked.workspace() != Workspace.OVERLAY
        && Set.copyOf(known.masks()).equals(Set.copyOf(asked.masks()))
        && Set.copyOf(known.shown()).equals(Set.copyOf(asked.shown()));
  }

  /**
   * Requires that each of these mirrors has the files of one project. Earlier versions of bawn
   * could give one name to the mirrors of two projects.
   *
   * @throws Refused if two projects have the same mirror
   */
  public void requireOneProject(Collection<ProjectId> mirrors) throws IOException {
    Map<ProjectId, Assignment> known = new HashMap<>();
    for (Assignment each : all()) {
      Assignment other = known.putIfAbsent(each.mirror(), each);
      if (other != null
          && mirrors.contains(each.mirror())
          && !(each.source().equals(other.source()) && each.owner().equals(other.owner()))) {
        throw new Refused(
            each.source() + " and " + other.source() + " have the same copy, " + each.mirror(),
            "unassign one of them by its path, then assign it again: sudo bawn-admin unassign AGENT "
                + each.source());
      }
    }
  }

  /**
   * Signs a planned assignment whose mirror exists. The plan was made without the lock, so it is
   * made again.
   *
   * @throws Failed if another command has changed the policy, so that the plan or the mirror is no
   *     longer correct
   */
  public Manifest assign(Agents agents, NewAssignment asked, Assignment planned)
      throws IOException {
    boolean mirrored =
        Files.isDirectory(layout.mirror(planned.mirror()), LinkOption.NOFOLLOW_LINKS);
    if (!mirrored || !plan(asked).equals(planned)) {
      throw new Failed(
          "another bawn-admin command changed the policy at the same time",
          "run the command again");
    }
    return sealed(agents, asked, planned);
  }

  /** Signs a planned assignment, or only shows it, as {@code agents} does with changes. */
  public Manifest sealed(Agents agents, NewAssignment asked, Assignment planned)
      throws IOException {
    PolicyDecisions before = state.decisions(asked.agent());
    List<Assignment> assignments = new ArrayList<>(before.manifest().assignments());
    assignments.add(planned);
    assignments.sort(Comparator.comparing(Assignment::id));
    SortedMap<ProjectId, byte[]> instructions = new TreeMap<>(before.instructions());
    asked.instructions().ifPresent(bytes -> instructions.put(planned.id(), bytes));
    PolicyDecisions after =
        new PolicyDecisions(before.manifest().withAssignments(assignments), instructions);
    return agents.project("assign", after, Optional.of(new ScratchChange(planned.id(), Fate.MADE)));
  }

  /** The effect on the files that an agent wrote for a removed project. */
  public enum Written {
    KEPT,
    REMOVED
  }

  /** Signs the policy of the agent without a project. */
  public Manifest unassign(Agents agents, AgentName agent, ProjectId project, Written written)
      throws IOException {
    PolicyDecisions before = state.decisions(agent);
    List<Assignment> assignments = new ArrayList<>(before.manifest().assignments());
    assignments.removeIf(each -> each.id().equals(project));
    SortedMap<ProjectId, byte[]> instructions = new TreeMap<>(before.instructions());
    instructions.remove(project);
    PolicyDecisions after =
        new PolicyDecisions(before.manifest().withAssignments(assignments), instructions);
    return agents.project(
        "unassign",
        after,
        Optional.of(new ScratchChange(project, Fate.REMOVED))
            .filter(scratch -> written == Written.REMOVED));
  }

  /**
   * Returns the assignments of a project, of all agents.
   *
   * @param project its ID or its path
   * @throws NotFound if no agent has such a project
   */
  public List<Assignment> all(String project) throws IOException {
    List<Assignment> all = all();
    List<Assignment> found = all.stream().filter(each -> isCalled(project, each)).toList();
    if (found.isEmpty()) {
      List<String> names = new ArrayList<>();
      state.manifests().forEach(manifest -> names.add(manifest.agent().text()));
      all.forEach(each -> names.add(each.id().text()));
      throw new NotFound(
          "there is no agent or project '" + Printable.of(project) + "'",
          NearestMatch.hint(
              project,
              names,
              state.broken().isEmpty()
                  ? "see: sudo bawn-admin list"
                  : "it may be a project of "
                      + state.broken().getFirst()
                      + ", whose policy cannot be verified: sudo bawn-admin verify "
                      + state.broken().getFirst()));
    }
    return found;
  }

  private static boolean isCalled(String project, Assignment assignment) {
    return assignment.id().text().equals(project) || assignment.source().text().equals(project);
  }

  /**
   * Returns an agent's assignment by the ID or path of the project.
   *
   * @throws NotFound if the agent has no such project
   */
  public Assignment find(AgentName agent, String project) throws IOException {
    List<Assignment> all = state.manifest(agent).assignments();
    return all.stream()
        .filter(each -> isCalled(project, each))
        .findFirst()
        .orElseThrow(() ->
            new NotFound(
                agent + " has no project '" + Printable.of(project) + "'",
                NearestMatch.hint(
                    project,
                    all.stream().map(each -> each.id().text()).toList(),
                    "see: sudo bawn-admin show " + agent)));
  }
}
