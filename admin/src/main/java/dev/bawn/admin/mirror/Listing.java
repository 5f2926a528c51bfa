package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names that belong into a mirror, as the owner's child found them.
 *
 * @param names records of owner-list, each followed by NUL; nobody here looks at them
 * @param root device and inode of the directory that was listed
 * @param masked what masks leave out
 * @param unreadable what the owner cannot read
 */
record Listing(byte[] names, String root, Mirrors.Names masked, Mirrors.Names unreadable) {

  private static final int MOST_NAMES = 256 << 20;
  private static final int MOST_RECORDS = 1 << 20;
  private static final int SHOWN = 8;

  /**
   * Lists a project.
   *
   * @param changes what has changed; where that is known and not much, the list is about it alone
   * @throws Failure if it cannot be listed; an incomplete list is never taken for a complete one
   */
  static Listing of(
      ProjectPath project,
      Changes changes,
      Masks masks,
      OwnerChild owner,
      MirrorWalls walls,
      Watched watched)
      throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(MirrorWalls.inside("owner-list"), project.text()),
                masks.expressions().stream())
            .toList();
    Process child = watched.start(owner.walled(walls.listing(project), command));
    watched.carry(new ByteArrayInputStream(changes.names()), child.getOutputStream());
    Kept names = watched.keep(child.getInputStream(), MOST_NAMES);
    Kept records = watched.keep(child.getErrorStream(), MOST_RECORDS);
    int status = watched.await(child);
    if (status != 0) {
      throw failure(project, status, records.complete());
    }
    if (names.complete().isCut()) {
      throw new Refused(
          project + " has too many files", "leave some out with --mask or .gitignore");
    }
    return read(names.bytes(), records.complete().text());
  }

  /** The statuses and records of owner-list. */
  static Listing read(byte[] names, String records) {
    List<String> all = List.of(records.split("\0"));
    String root = values(all, "root").findFirst().orElse("");
    return new Listing(names, root, names(all, "masked"), names(all, "unreadable"));
  }

  private static Mirrors.Names names(List<String> records, String kind) {
    List<String> shown = values(records, kind).limit(SHOWN).map(Printable::of).toList();
    long count =
        values(records, "count " + kind)
            .filter(digits -> digits.matches("[0-9]{1,9}"))
            .findFirst()
            .map(Long::valueOf)
            .orElse((long) shown.size());
    return new Mirrors.Names(shown, Math.max(0, count - shown.size()));
  }

  private static Stream<String> values(List<String> records, String kind) {
    String start = kind + " ";
    return records.stream()
        .filter(record -> record.startsWith(start))
        .map(record -> record.substring(start.length()));
  }

  private static Failure failure(ProjectPath project, int status, Kept records) {
    String said = values(List.of(records.text().split("\0")), "said").findFirst().orElse("");
    return switch (status) {
      case 10 ->
          new NotFound(
              project + " is gone, or its owner cannot enter it",
              "check it with: ls -ld " + project);
      case 11 ->
          new Refused(
              project + " is behind a symbolic link now",
              "unassign it, and assign the directory where it really lies");
      case 12 ->
          new Refused(
              "git does not trust " + project + ": it and its .git belong to different users",
              "give both to one user with chown");
      default ->
          new Failed(
              "cannot list " + project + ": " + reason(said, records),
              "see what its owner gets from: git -C " + project + " status");
    };
  }

  private static String reason(String said, Kept records) {
    return Printable.of(
        said.isBlank() ? records.lastLine() : said.strip().lines().toList().getLast());
  }

  /** The stream of bytes that mirror-receive reads first. */
  InputStream bytes() {
    byte[] length = (names.length + "\n").getBytes(StandardCharsets.US_ASCII);
    return new SequenceInputStream(
        new ByteArrayInputStream(length), new ByteArrayInputStream(names));
  }

  /** How many files there are. */
  long files() {
    long count = 0;
    for (byte b : names) {
      count += b == 0 ? 1 : 0;
    }
    return count;
  }
}
