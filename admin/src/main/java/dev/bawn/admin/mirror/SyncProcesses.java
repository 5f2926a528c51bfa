package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.agent.Mirrors.Report;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Printable;
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
import java.util.stream.Stream;

/**
 * The three processes of one sync of a mirror: one lists the project, one receives, one sends. Each
 * is confined from its start and waits for its part, so they can be started before the project
 * changes.
 *
 * <p>To be used by one thread, as {@link Watched} says.
 */
final class SyncProcesses implements AutoCloseable {

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
   * What is to be brought in line.
   *
   * @param assignment one of those that share the mirror
   * @param mirror a directory of the keeper
   * @param record of the list that it will be in line with
   * @param overlay if the mirror is the lower layer of an overlay that exists: the directory of
   *     that overlay
   */
  record Task(Assignment assignment, Path mirror, ListRecord record, Optional<Path> overlay) {}

  /**
   * Starts one that compares everything.
   *
   * @param mountPoints names at the top that sessions mount instructions over; those that are there
   *     stay
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

  /** Starts one that will be told what has changed, and looks at nothing before that. */
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
        watched.start(owner, owner.walled(steps.listing(project), listing(task.assignment())));
    Process receiver =
        watched.start(
            keeper,
            keeper.walled(
                steps.receiving(task.mirror(), receive.getFirst(), task.overlay()), receive));
    Process sender = watched.start(owner, owner.walled(steps.sending(project), send));
    return new SyncProcesses(project, masks, task.record(), watched, receiver, lister, sender);
  }

  /** The words that list the project, inside. */
  static List<String> listing(Assignment assignment) {
    List<String> words =
        new ArrayList<>(
            List.of(
                MirrorSandbox.inside("owner-list"),
                assignment.source().text(),
                Listing.sealedRepository(assignment).text()));
    words.addAll(assignment.shownPaths());
    return words;
  }

  /**
   * What came of it.
   *
   * @param root device and inode of the directory that was listed
   * @param missing what was listed and did not come
   * @param list the digest of the list, and all that came before it
   */
  record Brought(Report report, String root, Missing missing, Sha256 list) {

    /** The same with this report. */
    Brought with(Report other) {
      return new Brought(other, root, missing, list);
    }
  }

  /**
   * Brings the mirror in line, and waits until that is done.
   *
   * @param changes the changed names, for processes that expect them; else {@link
   *     ChangedNames#UNKNOWN}
   * @return nothing if it is not to be done in part, or not all came: then all is to be compared
   * @throws Failure if it could not be done; an incomplete list is never taken for a complete one
   */
  Optional<Brought> work(ChangedNames changes) throws IOException {
    return work(changes, Progress.NONE);
  }

  /** As above, and tells how it comes along. */
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
    watched.carry(this::tellBefore, lister.getInputStream(), listed, () -> connect(comparison));
    int status = watched.await(lister);
    if (status == Listing.NOT_IN_PART) {
      return Optional.empty();
    }
    if (status != 0) {
      throw ListingFailure.of(project, status, records.complete());
    }
    int outcome =
        watched.await(
            receiver,
            () ->
                progress.copied(
                    project, Transfer.percent(received.text(), sent.get()), list.files()));
    if (copies.isCut()) {
      throw new Refused(
          project + " has too many files", "leave some out with --mask or .gitignore");
    }
    if (outcome == IN_USE) {
      throw inUse(project);
    }
    if (outcome == LIST_IS_NEEDED && comparison.isSame()) {
      return Optional.empty();
    }
    if (outcome != 0) {
      throw failure(outcome, said, received);
    }
    // The receiver has all that it gets; a sender that goes on talks to nobody, and is ended.
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
            isSame ? comparison.masked() : list.masked(),
            changes.areKnown() || isSame ? List.of() : list.idle(),
            listing.unreadable(),
            Mirrors.Names.NONE);
    return Optional.of(new Brought(report, listing.root(), done.missing(), listed.sum()));
  }

  /** Where an overlay is locked. */
  static InUse inUse(ProjectPath project) {
    return new InUse(
        "the copy of "
            + project
            + " stays as it is: a session or an operator uses the changes of its agent",
        "the next sync updates it");
  }

  /** The receiver compares the mirror with the lists of before while the project is listed. */
  private void tellBefore() {
    try {
      record.tell(receiver.getOutputStream());
    } catch (IOException e) {
      // a receiver that is gone is found where it is waited for
      return;
    }
  }

  /**
   * Once both have the list: the receiver says what it wants, and the sender sends that. Where it
   * is the list of before one word says so.
   */
  private void connect(ListComparison comparison) {
    try {
      comparison.end();
      if (comparison.isSame()) {
        receiver.getOutputStream().write("same\n".getBytes(StandardCharsets.US_ASCII));
        receiver.getOutputStream().flush();
        return;
      }
    } catch (IOException e) {
      // as above
      return;
    }
    watched.carry(receiver.getInputStream(), sender.getOutputStream());
    watched.carry(sender.getInputStream(), receiver.getOutputStream(), sent);
  }

  private Failure failure(int status, BoundedOutput said, BoundedOutput received) {
    int cause = watched.await(sender);
    if (cause == EXCHANGED) {
      return new Refused(
          project + " was replaced by another directory while bawn-admin read it", "run it again");
    }
    boolean senderTold = cause != 0 && !said.complete().text().isBlank();
    String reason = senderTold ? said.lastLine() : received.complete().lastLine();
    return new Failed(
        "copying " + project + " failed (status " + status + "): " + Printable.of(reason),
        "run it again; is the disk full?");
  }

  /** Ends whatever still runs. */
  @Override
  public void close() throws IOException {
    watched.close();
  }
}
