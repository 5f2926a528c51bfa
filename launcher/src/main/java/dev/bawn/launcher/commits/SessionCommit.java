package dev.bawn.launcher.commits;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A commit of a session that the project does not have.
 *
 * @param id the whole hash
 * @param parents their whole hashes
 * @param author a name, as the session wrote it
 * @param date of the author, as the session wrote it; empty if it is out of range
 * @param subject the first line of the message, as the session wrote it
 */
public record SessionCommit(
    String id, List<String> parents, String author, Optional<Instant> date, String subject) {

  private static final int SHORT = 10;

  public SessionCommit {
    parents = List.copyOf(parents);
  }

  /** The first characters of the hash. */
  public String shortId() {
    return id.substring(0, SHORT);
  }
}
