package dev.bawn.admin.mirror;

import dev.bawn.admin.account.Accounts;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The process that writes a mirror. It is started before the project is listed, and looks at what
 * the mirror holds meanwhile.
 */
final class Receiver {

  private static final int MOST_TALK = 1 << 16;
  private static final int EXCHANGED = 11;
  private static final Pattern DONE = Pattern.compile("done ([0-9]{1,12}) ([0-9]{1,12})");

  private final Process process;
  private final Changes changes;
  private final Kept talk;
  private final MirrorWalls walls;
  private final Watched watched;

  private Receiver(Process process, Changes changes, MirrorWalls walls, Watched watched) {
    this.process = process;
    this.changes = changes;
    this.talk = watched.keep(process.getErrorStream(), MOST_TALK);
    this.walls = walls;
    this.watched = watched;
  }

  /**
   * Starts one.
   *
   * @param changes what a listing will be about
   * @param mountPoints names at the top that sessions mount instructions over; those that are there
   *     stay
   */
  static Receiver start(
      Path mirror, Changes changes, List<String> mountPoints, MirrorWalls walls, Watched watched)
      throws IOException {
    List<String> options = changes.areKnown() ? List.of("--changes") : List.of();
    List<String> command =
        Stream.of(List.of(MirrorWalls.inside("mirror-receive")), options, mountPoints)
            .flatMap(List::stream)
            .toList();
    OwnerChild keeper = OwnerChild.ofAccount(Accounts.MIRROR_KEEPER);
    return new Receiver(
        watched.start(keeper.walled(walls.receiving(mirror), command)), changes, walls, watched);
  }

  /**
   * Brings the mirror in line with a listing, and waits until that is done. A sender is started
   * when the receiver asks for something, or at once where something is known to have changed.
   *
   * @throws Failure if it could not be done
   */
  Transfer take(ProjectPath project, Listing listing, OwnerChild owner) throws IOException {
    watched.feed(listing.bytes(), process.getOutputStream());
    Optional<Process> early =
        changes.areKnown() ? Optional.of(sender(project, listing, owner)) : Optional.empty();
    if (!watched.awaitWord(process)) {
      int status = watched.await(process);
      if (status != 0) {
        throw failure(project, status, talk.complete().lastLine());
      }
      return counted();
    }
    Process sender = early.isPresent() ? early.get() : sender(project, listing, owner);
    watched.carry(sender.getInputStream(), process.getOutputStream());
    // What may be sent says the list; what of it is wanted, the receiver.
    InputStream wanted = new SequenceInputStream(listing.bytes(), process.getInputStream());
    watched.carry(wanted, sender.getOutputStream());
    Kept sent = watched.keep(sender.getErrorStream(), MOST_TALK);
    int status = watched.await(process);
    if (status == 0) {
      // The mirror is complete; a sender that goes on talks to nobody, and is ended.
      return counted();
    }
    throw failure(project, watched.await(sender), status, sent.complete());
  }

  private Process sender(ProjectPath project, Listing listing, OwnerChild owner)
      throws IOException {
    List<String> command = List.of(MirrorWalls.inside("owner-send"), listing.root());
    return watched.start(owner.walled(walls.sending(project), command));
  }

  private Transfer counted() {
    Matcher done = DONE.matcher(talk.complete().lastLine());
    return done.matches()
        ? new Transfer(Long.parseLong(done.group(1)), Long.parseLong(done.group(2)))
        : new Transfer(1, 0);
  }

  private Failure failure(ProjectPath project, int cause, int status, Kept sent) {
    if (cause == EXCHANGED) {
      return new Refused(
          project + " was exchanged for another directory while it was read", "run it again");
    }
    boolean senderTold = cause != 0 && !sent.text().isBlank();
    return failure(project, status, senderTold ? sent.lastLine() : talk.complete().lastLine());
  }

  private static Failure failure(ProjectPath project, int status, String reason) {
    return new Failed(
        "copying " + project + " failed (status " + status + "): " + Printable.of(reason),
        "run it again; is the disk full?");
  }
}
