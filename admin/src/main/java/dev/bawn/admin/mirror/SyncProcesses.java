package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.agent.Mirrors.Report;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.ProgramPackage;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.mask.MaskRules;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The three processes of one sync of a mirror: one lists the project, one receives, one sends. Each
 * is confined from its start and waits for its input, so they can be started before the project
 * changes.
 *
 * <p>Only one thread may use an object of this class, see {@link Watched}.
 */
final class SyncProcesses implements AutoCloseable {

  /** What a shell says of a missing program. */
  private static final Pattern NO_PROGRAM = Pattern.compile("([^ :]+): not found$");

  private static final int MOST_RECORDS = 1 << 20;
  private static final int MOST_TALK = 1 << 16;
  private static final int LIST_IS_NEEDED = 10;
  private static final int EXCHANGED = 11;
  private static final int IN_USE = 12;

  private final ProjectPath project;
  private final MaskRules masks;
  private final Watched watched;
  private final Process receiver;
  private final Process lister;
  private final Process sender;
  private final ListRecord record;
  private final AtomicLong sent = new AtomicLong();

  private SyncProcesses(
      ProjectPath project,
      MaskRules masks,
      ListRecord record,
      Watched watched,
      Process receiver,
      Process lister,
      Process sender) {
    this.project = project;
    this.masks = masks;
    this.record = record;
    this.watched = watched;
    this.receiver = receiver;
    this.lister = lister;
    this.sender = sender;
  }

  /**
   * The work of one sync.
   *
   * @param assignment one of the assignments that share the mirror
   * @param mirror a directory of the keeper
   * @param record the record of the list that the mirror will match
   * @param overlay the directory of the overlay that has the mirror as its lower layer; empty if
   *     there is none
   */
  record Task(Assignment assignment, Path mirror, ListRecord record, Optional<Path> overlay) {}

  /**
   * Starts the processes of a sync that compares the whole project.
   *
   * @param mountPoints the names at the top of the mirror over which sessions mount instructions;
   *     existing ones stay
   */
  static SyncProcesses forAll(
      Task task, List<String> mountPoints, MirrorSandbox steps, Watched watched)
      throws IOException {
    List<String> receive =
        Stream.of(
                Stream.of(MirrorSandbox.inside("mirror-receive")),
                mountPoints.stream(),
                task.assignment().hasGit() ? Stream.of(Assignment.GIT) : Stream.<String>empty())
            .flatMap(names -> names)
            .toList();
    return start(task, receive, steps, watched);
  }

  /**
   * Starts the processes of a sync that receives the changed names later, and reads nothing before
   * that.
   */
  static SyncProcesses forChanges(Task task, MirrorSandbox steps, Watched watched)
      throws IOException {
    return start(task, List.of(MirrorSandbox.inside("mirror-change")), steps, watched);
  }

  private static SyncProcesses start(
      Task task, List<String> receive, MirrorSandbox steps, Watched watched) throws IOException {
    ProjectPath project = task.assignment().source();
    OwnerChild keeper = OwnerChild.ofKeeper(task.assignment());
    OwnerChild owner = OwnerChild.of(task.assignment());
    MaskRules masks = MirrorMasks.of(task.assignment().masks());
    List<String> send = List.of(MirrorSandbox.inside("owner-send"));
    // the lister first: the others wait for it
    Process lister =
        watched.start(owner, steps.listing(owner, project, listing(task.assignment())));
    Process receiver =
        watched.start(
            keeper,
            keeper.sandboxed(
                steps.receiving(task.mirror(), receive.getFirst(), task.overlay()), receive));
    Process sender = watched.start(owner, owner.sandboxed(steps.sending(project), send));
    return new SyncProcesses(project, masks, task.record(), watched, receiver, lister, sender);
  }

  /**
   * Returns the command line that lists the project, inside the sandbox. A sync drops changes of an
   * overlay that the project has, and a merge that is taken back would remove them from the project
   * after that.
   */
  static List<String> listing(Assignment assignment) {
    List<String> words = new ArrayList<>(List.of(MirrorSandbox.inside("owner-list")));
    if (assignment.workspace() == Workspace.OVERLAY) {
      words.add(Listing.SETTLED);
    }
    words.add(assignment.source().text());
    words.add(Listing.sealedRepository(assignment).text());
    words.addAll(assignment.shownPaths());
    return words;
  }

  /**
   * The result of a sync.
   *
   * @param root device and inode of the directory that was listed
   * @param missing the files that were listed and did not arrive
   * @param list the digest of the list and of all data before it
   */
  record Brought(Report report, String root, Missing missing, Sha256 list) {

    /** Returns this result with another report. */
    Brought with(Report other) {
      return new Brought(other, root, missing, list);
    }
  }

  /**
   * Updates the mirror and waits until that is done.
   *
   * @param changes the changed names for processes that expect them, otherwise {@link
   *     ChangedNames#UNKNOWN}
   * @return empty if a partial update is not possible or not all files arrived: then the whole
   *     project must be compared
   * @throws Failure if the update failed; an incomplete list is never used as a complete one
   */
  Optional<Brought> work(ChangedNames changes) throws IOException {
    return work(changes, Progress.NONE);
  }

  /** As {@link #work(ChangedNames)}, and reports the progress. */
  Optional<Brought> work(ChangedNames changes, Progress progress) throws IOException {
    BoundedOutput records = watched.keep(lister.getErrorStream(), MOST_RECORDS);
    BoundedOutput received = watched.keep(receiver.getErrorStream(), MOST_RECORDS);
    BoundedOutput said = watched.keep(sender.getErrorStream(), MOST_TALK);
    watched.carry(new ByteArrayInputStream(changes.names()), lister.getOutputStream());
    ListCopies copies =
        new ListCopies(List.of(receiver.getOutputStream(), sender.getOutputStream()));
    MaskedList list = new MaskedList(masks, record::masked, record, copies);
    ListComparison comparison = record.comparison(list);
    Sha256.Passing listed = new Sha256.Passing(comparison);
    boolean isPart = changes.areKnown();
    BoundedList bounded = new BoundedList(isPart ? BoundedList.PART : BoundedList.WHOLE, listed);
    watched.carry(
        this::tellBefore, lister.getInputStream(), bounded, () -> connect(comparison, bounded));
    int status = watched.await(lister, () -> requireWhole(bounded));
    requireWhole(bounded);
    if (status == Listing.NOT_IN_PART) {
      return Optional.empty();
    }
    if (status != 0) {
      throw ListingFailure.of(project, status, records.complete());
    }
    int outcome =
        watched.await(
            receiver,
            () -> {
              requireWhole(bounded);
              progress.copied(project, Transfer.percent(received.text(), sent.get()), list.files());
            });
    requireWhole(bounded);
    if (outcome == IN_USE) {
      throw inUse(project);
    }
    if (outcome == LIST_IS_NEEDED && comparison.isSame()) {
      return Optional.empty();
    }
    if (outcome != 0) {
      throw failure(outcome, said, received);
    }
    // The receiver has all that it gets. A sender that still runs has no receiver and is ended.
    Listing listing = Listing.read(records.complete().text());
    Transfer done = Transfer.read(received.complete().text(), received.lastLine());
    if (changes.areKnown() && done.missing().count() > 0) {
      return Optional.empty();
    }
    boolean isSame = comparison.isSame();
    if (!isSame) {
      record.complete();
    }
    Report report =
        new Report(
            isSame ? comparison.files() : list.files(),
            done.changed(),
            done.removed(),
            done.dropped(),
            isSame ? comparison.masked() : list.masked(),
            changes.areKnown() || isSame ? List.of() : list.idle(),
            listing.unreadable(),
            Mirrors.Names.NONE);
    return Optional.of(new Brought(report, listing.root(), done.missing(), listed.sum()));
  }

  private void requireWhole(BoundedList list) {
    if (list.isCut()) {
      throw new Refused(
          project + " has too many files", "leave some out with --mask or .gitignore");
    }
  }

  /** The error if an overlay on the mirror is locked. */
  static InUse inUse(ProjectPath project) {
    return new InUse(
        "the copy of "
            + project
            + " stays as it is: a session or an operator uses the changes of its agent",
        "the next sync updates it; to see the process: sudo lslocks -u | grep /.overlay/");
  }

  /**
   * Sends the last recorded lists to the receiver, which compares the mirror with them while the
   * project is listed.
   */
  private void tellBefore() {
    try {
      record.tell(receiver.getOutputStream());
    } catch (IOException e) {
      // the thread that waits for the receiver reports why it has ended
      return;
    }
  }

  /**
   * Connects receiver and sender after both have the list: the receiver requests files, and the
   * sender sends them. If the list is equal to the recorded one, the receiver gets the line "same"
   * instead.
   */
  private void connect(ListComparison comparison, BoundedList list) {
    if (list.isCut()) {
      return;
    }
    try {
      comparison.end();
      if (comparison.isSame()) {
        receiver.getOutputStream().write("same\n".getBytes(StandardCharsets.US_ASCII));
        receiver.getOutputStream().flush();
        return;
      }
    } catch (IOException e) {
      // as in tellBefore
      return;
    }
    watched.carry(receiver.getInputStream(), sender.getOutputStream());
    watched.carry(sender.getInputStream(), receiver.getOutputStream(), sent);
  }

  private Failure failure(int status, BoundedOutput said, BoundedOutput received) {
    int cause = watched.await(sender);
    if (cause == EXCHANGED) {
      return ExchangeablePath.exchanged(project);
    }
    boolean senderTold = cause != 0 && !said.complete().text().isBlank();
    String reason = senderTold ? said.lastLine() : received.complete().lastLine();
    return new Failed(
        "copying " + project + " failed (status " + status + "): " + Printable.of(reason),
        hint(reason));
  }

  private static String hint(String reason) {
    Matcher missing = NO_PROGRAM.matcher(reason);
    if (missing.find()) {
      return ProgramPackage.hint(missing.group(1));
    }
    return reason.contains("failed to parse reuid")
        ? "the account bawn-mirror is missing; run: sudo bawn-admin init"
        : "run it again; is the disk full?";
  }

  /** Ends all processes that still run. */
  @Override
  public void close() throws IOException {
    watched.close();
  }
}
