package dev.bawn.admin.mirror;

import dev.bawn.admin.account.Accounts;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a mirror was brought in line with a listing.
 *
 * @param changed files and links that were new or different
 * @param removed what the mirror held beyond the listing
 */
record Transfer(long changed, long removed) {

  private static final int MOST_TALK = 1 << 16;
  private static final int EXCHANGED = 11;
  private static final Pattern DONE = Pattern.compile("done ([0-9]{1,12}) ([0-9]{1,12})");

  /**
   * Joins a sender and a receiver, and waits for the receiver.
   *
   * @param mountPoints names at the top that sessions mount instructions over; those that are there
   *     stay
   * @throws Failure if the receiver could not do its work
   */
  static Transfer of(
      ProjectPath project,
      Listing listing,
      OwnerChild owner,
      Path mirror,
      List<String> mountPoints,
      MirrorWalls walls,
      Watched watched)
      throws IOException {
    List<String> receive =
        Stream.concat(Stream.of(MirrorWalls.inside("mirror-receive")), mountPoints.stream())
            .toList();
    List<String> send = List.of(MirrorWalls.inside("owner-send"), listing.root());
    OwnerChild keeper = OwnerChild.ofAccount(Accounts.MIRROR_KEEPER);
    Process receiver = watched.start(keeper.walled(walls.receiving(mirror), receive));
    Process sender = watched.start(owner.walled(walls.sending(project), send));
    watched.carry(before(listing, sender.getInputStream()), receiver.getOutputStream());
    watched.carry(before(listing, receiver.getInputStream()), sender.getOutputStream());
    Kept received = watched.keep(receiver.getErrorStream(), MOST_TALK);
    Kept sent = watched.keep(sender.getErrorStream(), MOST_TALK);
    int status = watched.await(receiver);
    if (status == 0) {
      // The mirror is complete; a sender that goes on talks to nobody, and is ended.
      return counted(received.complete());
    }
    throw failure(project, watched.await(sender), status, sent.complete(), received.complete());
  }

  /** Both ends begin with the list. */
  private static InputStream before(Listing listing, InputStream other) {
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(listing.lengthLine()),
                new ByteArrayInputStream(listing.names()),
                other)));
  }

  private static Transfer counted(Kept talk) {
    Matcher done = DONE.matcher(talk.lastLine());
    return done.matches()
        ? new Transfer(Long.parseLong(done.group(1)), Long.parseLong(done.group(2)))
        : new Transfer(1, 0);
  }

  private static Failure failure(
      ProjectPath project, int cause, int status, Kept sent, Kept received) {
    if (cause == EXCHANGED) {
      return new Refused(
          project + " was exchanged for another directory while it was read", "run it again");
    }
    boolean senderTold = cause != 0 && !sent.text().isBlank();
    return new Failed(
        "copying "
            + project
            + " failed (status "
            + status
            + "): "
            + Printable.of(senderTold ? sent.lastLine() : received.lastLine()),
        "run it again; is the disk full?");
  }
}
