package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Seen;
import java.util.Optional;

/**
 * What somebody decided about a change.
 *
 * @param verdict what is to become of it
 * @param seen what the session had when that was decided; nothing until that was read
 * @param hunks a letter for each hunk: {@code y} accepted, {@code n} rejected, {@code .} open;
 *     empty where they were not decided one by one
 * @param content what is merged in the place of all that the session has
 * @param project what the project had when that content was made of both
 */
record Decision(
    Verdict verdict,
    Optional<Seen> seen,
    String hunks,
    Optional<byte[]> content,
    Optional<Seen> project) {

  private static final char OPEN = '.';

  static Decision of(Verdict verdict, Optional<Seen> seen) {
    return new Decision(verdict, seen, "", Optional.empty(), Optional.empty());
  }

  /** The same about what was read by now. */
  Decision about(Seen now) {
    return new Decision(verdict, Optional.of(now), hunks, content, project);
  }

  /** What a merge is told. */
  Approval approval() {
    return new Approval(seen.orElseThrow(), content, project);
  }

  /** Whether hunks are left of which nothing was decided. */
  boolean isOpen() {
    return hunks.indexOf(OPEN) >= 0;
  }

  /** Whether some hunks are decided and others not. */
  boolean isHalfDecided() {
    return isOpen() && hunks.chars().anyMatch(hunk -> hunk != OPEN);
  }

  /** Whether it counts: it is about what was read, and no hunk is open. */
  boolean isReady() {
    return seen.isPresent() && !isOpen();
  }
}
