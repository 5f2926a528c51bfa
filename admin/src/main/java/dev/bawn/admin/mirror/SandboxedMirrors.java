package dev.bawn.admin.mirror;

import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.mirror.SyncProcesses.Brought;
import dev.bawn.admin.mirror.SyncProcesses.Task;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.ListedProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Mirrors that a process with the owner's uid reads and a process in a sandbox writes. */
public final class SandboxedMirrors implements Mirrors {

  /** How often a project is listed at most until all files of the list have arrived. */
  private static final int MOST_ROUNDS = 3;

  private final SystemLayout layout;
  private final MirrorSandbox steps;
  private final OwnersProject owners;
  private final Consumer<String> messages;
  private final Progress progress;

  /**
   * @param layout with the directory of the mirrors
   * @param library the directory {@code lib/bawn}, which contains the programs of the processes
   * @param messages receives sentences about steps that take longer than a second; never blocks
   * @param progress receives the progress of first mirrors; with {@link Progress#NONE}, {@code
   *     messages} receives it instead
   */
  public SandboxedMirrors(
      SystemLayout layout, Path library, Consumer<String> messages, Progress progress) {
    this.progress = progress;
    this.layout = layout;
    this.steps = new MirrorSandbox(library);
    this.owners = new OwnersProject(layout, library);
    this.messages = new NonBlockingMessages(messages);
  }

  @Override
  public Survey survey(Path typed, Optional<Uid> caller) throws IOException {
    return owners.survey(typed, caller);
  }

  @Override
  public Repository repository(ProjectPath project, Uid owner) throws IOException {
    return owners.repository(project, owner, steps);
  }

  @Override
  public void requireListable(Assignment assignment) throws IOException {
    owners.requireListable(assignment, steps);
  }

  @Override
  public void requireSettled(Assignment assignment) throws IOException {
    owners.requireSettled(assignment, steps);
  }

  @Override
  public Report bring(Assignment assignment, List<String> mountPoints) throws IOException {
    return bringAll(assignment, mountPoints).report();
  }

  /** Updates the mirror of an assignment, or creates it. */
  Brought bringAll(Assignment assignment, List<String> mountPoints) throws IOException {
    try (HeldLock _ = lock(assignment.mirror())) {
      Path mirror = layout.mirror(assignment.mirror());
      return Files.isDirectory(mirror, LinkOption.NOFOLLOW_LINKS)
          ? complete(place(assignment, mirror, mountPoints), words(assignment), Progress.NONE)
          : create(assignment, mirror, mountPoints);
    }
  }

  /**
   * Updates the mirror of an assignment, but creates none: the process that watches lacks the right
   * to give a directory to its keeper.
   *
   * @throws NotFound if the mirror does not exist
   */
  Brought refresh(Assignment assignment) throws IOException {
    Path mirror = layout.mirror(assignment.mirror());
    if (!Files.isDirectory(mirror, LinkOption.NOFOLLOW_LINKS)) {
      throw new NotFound("the mirror is missing", "make it again: sudo bawn-admin sync");
    }
    return bringAll(assignment, List.of());
  }

  /**
   * Updates the mirror with the changed names only, without waiting for the disk: after a crash of
   * the machine, the whole project is compared.
   *
   * @return empty if a partial update is not possible; the mirror is unchanged then
   */
  Optional<Brought> bringPart(Assignment assignment, ChangedNames changes, SyncProcesses processes)
      throws IOException {
    try (HeldLock _ = lock(assignment.mirror())) {
      new ListRecords(layout, assignment.mirror()).list(Optional.empty());
      return processes.work(changes);
    }
  }

  /** Starts the processes that wait for changes of a project. */
  StandbyProcesses standby(Assignment assignment) {
    Path mirror = layout.mirror(assignment.mirror());
    ListRecords records = new ListRecords(layout, assignment.mirror());
    return new StandbyProcesses(
        mirror,
        () ->
            SyncProcesses.forChanges(
                new Task(assignment, mirror, records.part(), Optional.empty()),
                steps,
                new Watched(_ -> {})));
  }

  /** Starts the process that reports changes: see owner-watch. */
  Process watch(Assignment assignment, Watched watched) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(MirrorSandbox.inside("owner-watch"), assignment.source().text()));
    command.addAll(assignment.shownPaths());
    OwnerChild owner = OwnerChild.of(assignment);
    Process child = watched.start(owner, steps.watching(owner, assignment.source(), command));
    child.getOutputStream().close();
    return child;
  }

  /**
   * Takes the lock of a mirror. The lock file is in a directory where only root creates files, so
   * no other user can hold it.
   */
  private HeldLock lock(ProjectId mirror) throws IOException {
    Path file = IncompleteTrees.lock(layout.mirrors(), mirror.text());
    return HeldLock.take(file, "another sync of " + mirror, messages);
  }

  /** Creates a mirror in one step: it is built beside its place and moved there with one rename. */
  private Brought create(Assignment assignment, Path mirror, List<String> mountPoints)
      throws IOException {
    Path building = IncompleteTrees.building(layout.mirrors(), assignment.mirror().text());
    String keeper = assignment.keeper().map(Uid::toString).orElse(SystemAccounts.MIRROR_KEEPER);
    // a mirror that was left by a crash is updated like any other
    SystemProgram.named("install")
        .must("-d", "-m", "0750", "-o", keeper, "-g", keeper, building.toString());
    boolean isShown = progress != Progress.NONE;
    LongConsumer words = isShown ? _ -> {} : words(assignment);
    Place place = place(assignment, building, mountPoints);
    place.records().startAnew();
    try {
      Brought brought = complete(place, words, progress);
      // all files are on the disk already; if a crash undoes the rename, there is no mirror
      Files.move(building, mirror);
      return brought;
    } finally {
      progress.end();
    }
  }

  /**
   * The directory that is filled.
   *
   * @param directory the mirror, or the directory that will be renamed to it
   */
  private record Place(
      Assignment assignment, Path directory, List<String> mountPoints, ListRecords records) {}

  private Place place(Assignment assignment, Path directory, List<String> mountPoints) {
    ListRecords records = new ListRecords(layout, assignment.mirror());
    return new Place(assignment, directory, mountPoints, records);
  }

  /**
   * Lists and fills until no file is missing that was also missing before. In a project where
   * programs work, files disappear between list and copy: these are not on the next list.
   */
  private Brought complete(Place place, LongConsumer words, Progress shown) throws IOException {
    if (!place.assignment().hasGit()) {
      return completeFiles(place, words, shown);
    }
    MirrorHistory history =
        new MirrorHistory(
            place.assignment(),
            place.directory(),
            overlay(place.assignment()),
            !place.directory().equals(layout.mirror(place.assignment().mirror())),
            steps,
            words);
    history.fetch();
    Brought brought = completeFiles(place, words, shown);
    return brought.with(brought.report().with(history.publish()));
  }

  private Brought completeFiles(Place place, LongConsumer words, Progress shown)
      throws IOException {
    long changed = 0;
    long removed = 0;
    Missing before = Missing.NONE;
    for (int round = 1; ; round++) {
      Brought brought = fill(place, words, shown);
      Missing missing = brought.missing();
      changed += brought.report().changed();
      removed += brought.report().removed();
      if (missing.count() == 0 || round > 1 && !missing.isAgain(before)) {
        return brought.with(brought.report().with(changed, removed));
      }
      if (round == MOST_ROUNDS) {
        throw missing.failure(place.assignment().source());
      }
      before = missing;
    }
  }

  private Brought fill(Place place, LongConsumer words, Progress shown) throws IOException {
    place.records().list(Optional.empty());
    try (ListRecords.Whole record = place.records().whole(place.assignment().masks())) {
      Task task =
          new Task(place.assignment(), place.directory(), record, overlay(place.assignment()));
      Brought brought = fill(task, place.mountPoints(), words, shown);
      Report report = brought.report();
      if (!report.idle().isEmpty()) {
        // each sync reports them
        record.forgetMasks();
      }
      if (report.changed() + report.removed() > 0) {
        SystemProgram.named("sync").must("-f", layout.mirrors().toString());
      }
      record.keep();
      place.records().list(listed(place.assignment(), brought));
      return brought;
    }
  }

  /**
   * Returns the data by which the owner finds out, without root, that a sync would change nothing;
   * empty if the next sync has a warning to report or copies commits, too.
   */
  private Optional<ListedProject> listed(Assignment assignment, Brought brought)
      throws IOException {
    Report report = brought.report();
    if (assignment.hasGit()
        || brought.missing().count() > 0
        || !report.idle().isEmpty()
        || !report.unreadable().equals(Mirrors.Names.NONE)) {
      return Optional.empty();
    }
    List<String> command =
        OwnerChild.of(assignment)
            .byTheUser(steps.listing(assignment.source()), SyncProcesses.listing(assignment));
    return Optional.of(
        new ListedProject(
            brought.list(), ListedProject.decided(assignment), ListRecords.PROGRAM, command));
  }

  private Brought fill(Task task, List<String> mountPoints, LongConsumer words, Progress shown)
      throws IOException {
    Optional<Brought> brought = work(task, mountPoints, words, shown);
    if (brought.isEmpty()) {
      // the list is equal to the last one, but the mirror does not match it
      task.record().compareNothing();
      brought = work(task, mountPoints, words, shown);
    }
    return brought.orElseThrow(() ->
        new Failed(
            "the process that receives the mirror refused the list of files",
            "install bawn again"));
  }

  private Optional<Brought> work(
      Task task, List<String> mountPoints, LongConsumer words, Progress shown) throws IOException {
    try (SyncProcesses processes =
        SyncProcesses.forAll(task, mountPoints, steps, new Watched(words))) {
      return processes.work(ChangedNames.UNKNOWN, shown);
    }
  }

  private Optional<Path> overlay(Assignment assignment) throws IOException {
    if (assignment.keeper().isEmpty()) {
      return Optional.empty();
    }
    return NameService.user(assignment.keeper().get())
        .map(agent -> layout.overlay(AgentName.of(agent.name()), assignment.id()))
        .filter(Files::isDirectory);
  }

  private LongConsumer words(Assignment assignment) {
    return bytes -> {
      if (bytes >> 10 > 0) {
        messages.accept("copying " + assignment.source() + " (" + (bytes >> 10) + " KiB so far)");
      }
    };
  }

  @Override
  public byte[] read(Path file, Optional<Uid> caller) throws IOException {
    return owners.read(file, caller);
  }

  @Override
  public void link(AgentName agent, Assignment assignment) throws IOException {
    owners.link(agent, assignment);
  }

  @Override
  public void unlink(AgentName agent, Assignment assignment) throws IOException {
    owners.unlink(agent, assignment);
  }
}
