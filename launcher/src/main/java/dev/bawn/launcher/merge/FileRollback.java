package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;

/**
 * Puts the files back that the steps of a journal replaced, created or removed. The newest version
 * of others stays in the project, also after a kill between a rename and the comparison of the file
 * that it yielded; docs/notes/undo.md lists the states.
 */
final class FileRollback {

  /** The most exchanges of one file with a program that writes it again and again. */
  private static final int MOST_EXCHANGES = 20;

  private final Staging staging;

  FileRollback(Staging staging) {
    this.staging = staging;
  }

  /**
   * Decides about the exchange in which an earlier rollback was killed: a version of others that it
   * took out of the project goes back, unless others have changed the project's file since.
   *
   * @param steps of the journal
   */
  void settle(List<MergeStep> steps) throws IOException {
    Optional<ExchangeMark> left = staging.marked();
    if (left.isEmpty()) {
      return;
    }
    ExchangeMark mark = left.get();
    for (MergeStep step : steps) {
      if (mark.isOf(step)) {
        try {
          settle(step, mark);
        } finally {
          staging.unmark(step, mark);
        }
      }
    }
  }

  private void settle(MergeStep step, ExchangeMark mark) throws IOException {
    boolean isExchanged = staging.inode(mark) != mark.inode();
    if (isExchanged
        && !staging.version(mark.name()).equals(step.after())
        && staging.inode(step.path()) == mark.inode()
        && staging.project(step.path()).equals(step.before())) {
      returnNewest(mark, step.path(), step.before());
    }
  }

  /**
   * Puts the old file back. False if the new file stays: others have changed it since, or removed
   * the staged one.
   */
  boolean putBack(MergeStep step) throws IOException {
    if (!staging.isThere()) {
      // if the project has neither version, the changes of others are unknown
      return !staging.project(step.path()).asGitHasIt().equals(step.after().asGitHasIt());
    }
    Version staged = staging.version(step);
    if (step.after().isNothing()) {
      if (!staged.isNothing()) {
        staging.place(step);
      }
      return true;
    }
    if (staged.equals(step.after())) {
      return true; // not done, or already undone
    }
    return step.before().isNothing() ? withdraw(step, staged) : exchange(step, staged);
  }

  private boolean withdraw(MergeStep step, Version staged) throws IOException {
    if (!staged.isNothing()) {
      staging.place(step); // an earlier rollback was killed after it withdrew a version of others
      return false;
    }
    if (!staging.project(step.path()).equals(step.after())) {
      return false;
    }
    staging.withdraw(step);
    if (staging.version(step).equals(step.after())) {
      return true;
    }
    staging.place(step);
    return false;
  }

  private boolean exchange(MergeStep step, Version old) throws IOException {
    if (old.isNothing() || !staging.project(step.path()).equals(step.after())) {
      return false;
    }
    ExchangeMark mark = staging.mark(step);
    try {
      staging.exchange(mark.name(), step.path());
      if (staging.version(mark.name()).equals(step.after())) {
        return true;
      }
      returnNewest(mark, step.path(), old);
      return false;
    } finally {
      staging.unmark(step, mark);
    }
  }

  /**
   * Exchanges the staged version of others with the project's file, until the exchange yields the
   * version that bawn put there before: any other one is newer.
   *
   * @param expected the version that the project has now
   */
  private void returnNewest(ExchangeMark mark, RawPath path, Version expected) throws IOException {
    Version there = expected;
    Version newest = staging.version(mark.name());
    for (int exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
      try {
        staging.exchange(mark.name(), path);
      } catch (FileAlreadyExistsException
          | NoSuchFileException
          | NotDirectoryException
          | FileSystemLoopException e) {
        return; // others removed the file or its directory, which is newer
      }
      Version yielded = staging.version(mark.name());
      if (yielded.equals(there)) {
        return;
      }
      there = newest;
      newest = yielded;
    }
  }
}
