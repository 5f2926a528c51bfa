package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The records that owner-list prints about a project on standard error; the list of names itself is
 * read elsewhere.
 *
 * @param root device and inode of the directory that was listed
 * @param unreadable the names that the owner cannot read
 */
record Listing(String root, Mirrors.Names unreadable) {

  /** The exit status of owner-list if the changes cannot be listed in part. */
  static final int NOT_IN_PART = 14;

  /** The option that refuses a project into which a merge runs, or was interrupted. */
  static final String SETTLED = "--settled";

  private static final int SHOWN = 8;
  private static final int MOST = 1024;
  private static final Pattern END = Pattern.compile("\0");

  /** Parses the records of owner-list. */
  static Listing read(String records) {
    List<String> all = all(records);
    String root = values(all, "root").findFirst().orElse("");
    return new Listing(root, names(all, "unreadable"));
  }

  /**
   * Returns the repository with which a project is listed.
   *
   * @throws Refused if an earlier version signed the assignment, without its repository
   */
  static Repository sealedRepository(Assignment assignment) {
    return assignment
        .repository()
        .orElseThrow(() ->
            new Refused(
                "an earlier version signed the assignment of "
                    + assignment.source()
                    + ", without its repository",
                "sign it again: sudo bawn-admin reseal"));
  }

  /** Returns the repository that owner-list reports. */
  static Repository repository(String records) {
    return values(all(records), "repository")
        .findFirst()
        .filter(Repository::isOne)
        .map(Repository::new)
        .orElseThrow(
            () -> new Failed("owner-list did not report the repository", "run the command again"));
  }

  /** Returns the records that have a value; the owner may send any number of others. */
  static List<String> all(String records) {
    return END.splitAsStream(records).filter(each -> each.indexOf(' ') > 0).limit(MOST).toList();
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

  static Stream<String> values(List<String> records, String kind) {
    String start = kind + " ";
    return records.stream()
        .filter(record -> record.startsWith(start))
        .map(record -> record.substring(start.length()));
  }
}
