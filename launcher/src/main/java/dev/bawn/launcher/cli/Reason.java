package dev.bawn.launcher.cli;

import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.review.Holding;
import java.util.List;
import java.util.Optional;

/**
 * One reason why something fails in a session of the caller's own.
 *
 * @param word names it for programs
 * @param what in a sentence
 * @param said the error message in the session
 * @param mend a command, or an option of a new session, that changes it
 * @param owners whose files it is about
 * @param paths where it is, in the project
 */
record Reason(
    String word,
    String what,
    String said,
    Optional<String> mend,
    List<Holding> owners,
    Optional<FirstPaths> paths) {

  /** One that lies in no single place. */
  static Reason of(String word, String what, String said, String mend) {
    return new Reason(
        word,
        what,
        said,
        Optional.of(mend).filter(text -> !text.isEmpty()),
        List.of(),
        Optional.empty());
  }

  /** The same, of these places. */
  Reason at(FirstPaths places) {
    return new Reason(word, what, said, mend, owners, Optional.of(places));
  }

  /** The same, about what belongs to these. */
  Reason of(List<Holding> holdings) {
    return new Reason(word, what, said, mend, holdings, paths);
  }
}
