package dev.bawn.admin.system;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.OperatorAccounts;
import dev.bawn.admin.account.ProjectSessions;
import dev.bawn.admin.account.SudoersFile;
import dev.bawn.admin.agent.ActivityRecord;
import dev.bawn.admin.change.Effects;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.admin.change.KeepHome;
import dev.bawn.admin.linux.DiskQuota;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.mirror.ListRecords;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.IdentityFiles;
import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.admin.sealing.ProgramCopies;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.InsidePath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The effects of a change on this machine. */
public final class SystemEffects implements Effects {

  /** How often a directory is removed at most, if a process still creates files in it. */
  private static final int REMOVALS = 5;

  /** The upper layer, and the work directory of overlayfs. */
  private static final List<String> OVERLAY = List.of("upper", "work");

  private final SystemLayout layout;
  private final Accounts accounts;
  private final SudoersFile sudoers;
  private final Policies kernel;
  private final AccessLists access = new AccessLists();
  private final OperatorAccounts operators;

  /**
   * @param layout with bawn's directories
   * @param accounts the accounts of agents
   * @param sudoers the sudoers file
   * @param kernel the AppArmor policies in the kernel
   * @param operators compares operators with their accounts: users with other accounts get no
   *     access
   */
  public SystemEffects(
      SystemLayout layout,
      Accounts accounts,
      SudoersFile sudoers,
      Policies kernel,
      OperatorAccounts operators) {
    this.layout = layout;
    this.accounts = accounts;
    this.sudoers = sudoers;
    this.kernel = kernel;
    this.operators = operators;
  }

  @Override
  public void requireFreeName(AgentName agent) throws IOException {
    accounts.requireFree(agent);
  }

  @Override
  public Optional<String> userName(Uid uid) {
    return operators.name(uid);
  }

  @Override
  public void createAccount(AgentName agent, Uid uid) throws IOException {
    accounts.create(agent, uid);
  }

  @Override
  public void disableAccount(AgentName agent) throws IOException {
    accounts.disable(agent);
  }

  @Override
  public void endProcesses(AgentName agent) throws IOException {
    accounts.endProcesses(agent);
  }

  @Override
  public void endPresentProcesses(AgentName agent) throws IOException {
    accounts.endPresentProcesses(agent);
  }

  @Override
  public void endSessions(Manifest manifest) throws IOException {
    Set<Path> shown =
        manifest.assignments().stream()
            .map(assignment -> Path.of(InsidePath.project(assignment.id()).text()))
            .collect(Collectors.toSet());
    Generation counting = layout.generation(manifest.agent(), manifest.serial());
    new ProjectSessions(layout.at("proc"), manifest.uid()).endOthers(shown, counting.directory());
  }

  @Override
  public void removeAccount(AgentName agent, KeepHome keepHome) throws IOException {
    Path scratch = layout.scratch(agent);
    if (Files.exists(scratch, LinkOption.NOFOLLOW_LINKS)) {
      SystemProgram.named("rm").must("-rf", "--one-file-system", "--", scratch.toString());
    }
    Optional<DiskQuota> quota = DiskQuota.enforcedIn(layout.state());
    if (quota.isPresent()) {
      NameService.user(agent.text()).ifPresent(user -> quota.get().set(user.uid(), 0));
    }
    accounts.remove(agent, keepHome);
  }

  @Override
  public void grantStarts(List<Manifest> manifests) throws IOException {
    sudoers.write(operators.inForce(manifests));
  }

  @Override
  public void limitDisks(List<Manifest> manifests) {
    DiskQuota.enforcedIn(layout.state())
        .ifPresent(quota -> manifests.forEach(each -> quota.set(each.uid(), each.limits().disk())));
  }

  @Override
  public void limitSessions(List<Manifest> manifests) throws IOException {
    new LimitUnits(layout).write(manifests);
  }

  @Override
  public void loadPolicy(AgentName agent, Generation generation) throws IOException {
    if (Files.exists(generation.compiledProfile())) {
      kernel.load(agent, generation.compiledProfile());
    }
  }

  @Override
  public void removePolicy(AgentName agent) throws IOException {
    kernel.remove(agent);
  }

  @Override
  public void makeScratch(Manifest sealed, ProjectId project) throws IOException {
    Manifest manifest = operators.inForce(sealed);
    SortedSet<Uid> readers = AccessLists.readers(manifest);
    Path parent = layout.scratch(manifest.agent());
    if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(parent);
    }
    access.openDirectory(parent, readers);
    Path leaf = layout.scratch(manifest.agent(), project);
    if (!Files.isDirectory(leaf, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(leaf);
      access.openForLater(leaf, manifest.uid(), manifest.operators());
      SystemProgram.named("chown")
          .must("--no-dereference", manifest.uid() + ":" + manifest.gid(), leaf.toString());
    }
    if (manifest.assignment(project).workspace() == Workspace.OVERLAY) {
      makeOverlay(manifest, project);
    }
  }

  /**
   * All users can read these directories; only the parent of an agent's scratch directories limits
   * access.
   */
  private void makeOverlay(Manifest manifest, ProjectId project) throws IOException {
    Path overlay = layout.overlay(manifest.agent(), project);
    SystemProgram install = SystemProgram.named("install");
    install.must("-d", "-m", "0755", overlay.getParent().toString(), overlay.toString());
    String uid = manifest.uid().toString();
    for (String layer : OVERLAY) {
      Path path = overlay.resolve(layer);
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        install.must(
            "-d", "-m", "0755", "-o", uid, "-g", manifest.gid().toString(), path.toString());
      }
    }
  }

  /**
   * Changes the access lists with the rights of the agent, because it can change these trees at any
   * time. Former operators may stay on its lists; the parent directory keeps them out, see {@link
   * #openProjects}.
   */
  @Override
  public void shareScratch(Manifest sealed) throws IOException {
    Manifest manifest = operators.inForce(sealed);
    for (var assignment : manifest.assignments()) {
      Path leaf = layout.scratch(manifest.agent(), assignment.id());
      if (Files.isDirectory(leaf, LinkOption.NOFOLLOW_LINKS)) {
        access.openAsOwner(leaf, manifest.uid(), manifest.operators());
      }
    }
  }

  @Override
  public void removeEmptyScratch(AgentName agent, ProjectId project) throws IOException {
    Path leaf = layout.scratch(agent, project);
    Path overlay = layout.overlay(agent, project);
    List<Path> directories = new ArrayList<>();
    OVERLAY.forEach(layer -> directories.add(overlay.resolve(layer)));
    directories.addAll(List.of(overlay, overlay.getParent(), leaf, leaf.getParent()));
    for (Path directory : directories) {
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        SystemProgram.named("rmdir").run("--ignore-fail-on-non-empty", directory.toString());
      }
    }
  }

  @Override
  public void removeScratch(AgentName agent, ProjectId project) throws IOException {
    removeTree(layout.overlay(agent, project));
    removeTree(layout.scratch(agent, project));
  }

  private static void removeTree(Path tree) throws IOException {
    String leaf = tree.toString();
    // a process of the agent that still runs can create files during the removal
    for (int attempt = 1; attempt < REMOVALS; attempt++) {
      if (SystemProgram.named("rm").run("-rf", "--one-file-system", "--", leaf).status() == 0) {
        return;
      }
    }
    SystemProgram.named("rm").must("-rf", "--one-file-system", "--", leaf);
  }

  @Override
  public void writeIdentity(Manifest manifest, NewIdentity made) throws IOException {
    new IdentityFiles(layout).write(manifest, made);
  }

  @Override
  public void openGeneration(Manifest manifest, Generation generation) throws IOException {
    access.openTree(generation.directory(), AccessLists.readers(operators.inForce(manifest)));
  }

  @Override
  public void openFiles(SortedMap<Path, Manifest> files) throws IOException {
    SortedMap<Path, SortedSet<Uid>> readers = new TreeMap<>();
    files.forEach(
        (file, manifest) -> readers.put(file, AccessLists.readers(operators.inForce(manifest))));
    access.openFiles(readers, layout.state());
  }

  @Override
  public void openProjects(List<Manifest> sealed) throws IOException {
    for (Manifest manifest : sealed) {
      makeMissing(manifest);
    }
    List<Manifest> manifests = operators.inForce(sealed);
    SortedMap<ProjectId, SortedSet<Uid>> readers = new TreeMap<>();
    for (Manifest manifest : manifests) {
      for (var assignment : manifest.assignments()) {
        readers
            .computeIfAbsent(assignment.mirror(), mirror -> new TreeSet<>())
            .addAll(AccessLists.readers(manifest));
      }
    }
    SortedMap<Path, SortedSet<Uid>> directories = new TreeMap<>();
    readers.forEach((mirror, users) -> directories.put(layout.mirror(mirror), users));
    for (Manifest manifest : manifests) {
      directories.put(layout.scratch(manifest.agent()), AccessLists.readers(manifest));
    }
    directories
        .keySet()
        .removeIf(directory -> !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS));
    access.openDirectories(directories, layout.state());
    ActivityRecord record = new ActivityRecord(layout);
    for (Manifest manifest : manifests) {
      record.open(manifest);
    }
  }

  /** Creates the home directory and scratch directories that are missing. */
  private void makeMissing(Manifest manifest) throws IOException {
    accounts.makeHome(manifest.agent(), manifest.uid());
    for (var assignment : manifest.assignments()) {
      Path leaf = layout.scratch(manifest.agent(), assignment.id());
      if (!Files.exists(leaf, LinkOption.NOFOLLOW_LINKS)) {
        makeScratch(manifest, assignment.id());
      }
    }
  }

  @Override
  public boolean hasProcesses(AgentName agent) throws IOException {
    return accounts.hasProcesses(agent);
  }

  @Override
  public void removeUnusedPrograms() throws IOException {
    new ProgramCopies(layout).removeUnused();
  }

  /**
   * Gives the readers of a mirror access to it, after it was created again.
   *
   * @param manifests the policies of all agents
   */
  public void openMirror(ProjectId mirror, List<Manifest> manifests) throws IOException {
    SortedSet<Uid> readers = new TreeSet<>();
    for (Manifest manifest : manifests) {
      if (manifest.assignments().stream().anyMatch(each -> each.mirror().equals(mirror))) {
        readers.addAll(AccessLists.readers(operators.inForce(manifest)));
      }
    }
    access.openDirectory(layout.mirror(mirror), readers);
  }

  @Override
  public void removeUnusedMirrors(List<Manifest> manifests) throws IOException {
    Set<String> used =
        manifests.stream()
            .flatMap(manifest -> manifest.assignments().stream())
            .map(each -> each.mirror().text())
            .collect(Collectors.toSet());
    if (!Files.isDirectory(layout.mirrors())) {
      return;
    }
    try (DirectoryStream<Path> mirrors = Files.newDirectoryStream(layout.mirrors(), "[a-z0-9]*")) {
      for (Path mirror : mirrors) {
        if (!used.contains(mirror.getFileName().toString())) {
          removeUnlessItIsBeingMade(mirror);
        }
      }
    }
    removeUnusedLocks();
  }

  /**
   * Removes the locks of mirrors that do not exist; a process that waits for such a lock detects
   * the removal.
   */
  private void removeUnusedLocks() throws IOException {
    try (DirectoryStream<Path> locks =
        Files.newDirectoryStream(layout.mirrors(), IncompleteTrees.LOCKS)) {
      for (Path file : locks) {
        if (!Files.exists(IncompleteTrees.madeUnder(file), LinkOption.NOFOLLOW_LINKS)) {
          Optional<HeldLock> lock = HeldLock.tryTake(file);
          if (lock.isPresent()) {
            lock.get().remove();
          }
        }
      }
    }
  }

  /**
   * Removes a mirror unless its lock is held: assign creates the mirror before its readers are
   * signed, and holds the lock during that time.
   */
  private void removeUnlessItIsBeingMade(Path mirror) throws IOException {
    Path file = IncompleteTrees.lock(layout.mirrors(), mirror.getFileName().toString());
    Optional<HeldLock> free = HeldLock.tryTake(file);
    if (free.isPresent()) {
      try (HeldLock _ = free.get()) {
        // The mirror is removed last: after a kill, the next command finds it and continues.
        new ListRecords(layout, ProjectId.of(mirror.getFileName().toString())).remove();
        SystemProgram.named("rm").must("-rf", "--one-file-system", "--", mirror.toString());
      }
    }
  }
}
