package dev.bawn.launcher.cli;

import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.review.Holding;
import java.util.List;
import java.util.Optional;

/**
 * One reason for a failure in an unprivileged session.
 *
 * @param word its name for programs
 * @param what a sentence
 * @param said the error message in the session
 * @param hint a command, or an option of a new session, that solves it
 * @param owners the owners of the files
 * @param paths the files, relative to the project
 */
record Reason(
    String word,
    String what,
    String said,
    Optional<String> hint,
    List<Holding> owners,
    Optional<FirstPaths> paths) {

  /** A reason without paths. */
  static Reason of(String word, String what, String said, String hint) {
    return new Reason(
        word,
        what,
        said,
        Optional.of(hint).filter(text -> !text.isEmpty()),
        List.of(),
        Optional.empty());
  }

  /** This reason with paths. */
  Reason at(FirstPaths places) {
    return new Reason(word, what, said, hint, owners, Optional.of(places));
  }

  /** This reason with owners of files. */
  Reason of(List<Holding> holdings) {
    return new Reason(word, what, said, hint, holdings, paths);
  }
}
