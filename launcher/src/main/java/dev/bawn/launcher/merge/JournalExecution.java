package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileAttributes;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Carries out the steps of a journal, by renames only, and undoes them. A file is compared with the
 * expected one before the rename, and again after it: if it differs, it is renamed back.
 */
final class JournalExecution {

  private final Staging staging;
  private final List<MergeStep> steps;
  private final MergeDirectory merge;
  private final MergeDirectory undone;
  private final FileRollback rollback;

  /** The execution of a merge. */
  JournalExecution(Staging staging, List<MergeStep> steps, MergeDirectory merge) {
    this(staging, steps, merge, merge);
  }

  /**
   * The execution of a merge or an undo.
   *
   * @param merge keeps the attributes of removed directories
   * @param undone the merge that is undone: it has those of the directories that are made again
   */
  JournalExecution(
      Staging staging, List<MergeStep> steps, MergeDirectory merge, MergeDirectory undone) {
    this.staging = staging;
    this.steps = List.copyOf(steps);
    this.merge = merge;
    this.undone = undone;
    this.rollback = new FileRollback(staging);
  }

  /**
   * Carries out all steps.
   *
   * @throws ChangedMeanwhile if others have changed a path; the caller undoes all steps
   */
  void carryOut() throws IOException {
    for (MergeStep step : steps) {
      carryOut(step);
    }
    for (MergeStep step : steps.reversed()) {
      if (isClosedLater(step)) {
        staging.makeDirectory(step.path(), step.after().mode());
      }
    }
  }

  /**
   * Tells whether a step makes a directory that its owner may not write: it gets its content before
   * its mode.
   */
  private static boolean isClosedLater(MergeStep step) {
    return step.before().isNothing() && isClosed(step.after());
  }

  private static boolean isClosed(Version version) {
    return version.is(FileKind.DIRECTORY) && Staging.isClosed(version.mode());
  }

  /**
   * Opens all directories that these steps closed, or that were closed before, so that the user can
   * undo the steps in them.
   *
   * @return the directories that were still closed, each with its permissions; a directory comes
   *     after its subdirectories
   */
  Map<RawPath, Integer> openDirectories() throws IOException {
    List<RawPath> closed =
        steps.stream()
            .filter(step -> isClosed(step.after()) || isClosed(step.before()))
            .map(MergeStep::path)
            .distinct()
            .sorted()
            .toList();
    Map<RawPath, Integer> opened = new TreeMap<>(Comparator.reverseOrder());
    for (RawPath each : closed) {
      try {
        int mode = staging.openDirectory(each);
        if (Staging.isClosed(mode)) {
          opened.put(each, mode);
        }
      } catch (NoSuchFileException
          | NotDirectoryException
          | FileSystemLoopException
          | AccessDeniedException e) {
        continue; // not made yet, or replaced, for example by another user's
      }
    }
    return opened;
  }

  /** Gives existing directories the permissions that {@link #openDirectories} found. */
  void closeDirectories(Map<RawPath, Integer> opened) throws IOException {
    for (Map.Entry<RawPath, Integer> each : opened.entrySet()) {
      try {
        staging.closeDirectory(each.getKey(), each.getValue());
      } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
        continue; // others removed or replaced it
      }
    }
  }

  /** Closes the directories that {@link #openDirectories} opened for an undo that was killed. */
  void closeOpened() throws IOException {
    Map<RawPath, Integer> opened = new TreeMap<>(Comparator.reverseOrder());
    for (MergeStep step : steps) {
      int mode = step.after().mode();
      if (isClosed(step.after()) && isDirectory(step.path(), mode | Staging.PRIVATE)) {
        opened.put(step.path(), mode);
      }
    }
    closeDirectories(opened);
  }

  private boolean isDirectory(RawPath path, int mode) throws IOException {
    try {
      return staging.project(path).equals(Version.directory(mode));
    } catch (AccessDeniedException e) {
      return false; // others closed a parent
    }
  }

  private void carryOut(MergeStep step) throws IOException {
    try {
      if (step.isOfDirectory()) {
        directory(step);
      } else {
        file(step);
      }
    } catch (FileAlreadyExistsException
        | NoSuchFileException
        | NotDirectoryException
        | FileSystemLoopException e) {
      throw new ChangedMeanwhile(step.path());
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(step.path().shown());
    }
  }

  private void directory(MergeStep step) throws IOException {
    if (step.after().isNothing()) {
      Optional<FileAttributes> removed = staging.attributes(step.path());
      if (removed.isPresent()) {
        merge.keep(step, removed.get());
      }
      staging.removeDirectory(step.path());
    } else {
      int mode = step.after().mode();
      make(step, isClosedLater(step) ? mode | Staging.PRIVATE : mode, undone);
    }
  }

  /**
   * Makes a directory with the attributes of the one that the same step of a merge removed, or
   * changes its mode.
   */
  private void make(MergeStep step, int mode, MergeDirectory removed) throws IOException {
    staging.makeDirectory(step.path(), mode, removed.attributes(step));
  }

  private void file(MergeStep step) throws IOException {
    if (step.before().isNothing()) {
      staging.place(step);
      return;
    }
    // others rarely change the file between this comparison and the rename
    if (!staging.project(step.path()).equals(step.before())) {
      throw new ChangedMeanwhile(step.path());
    }
    if (step.after().isNothing()) {
      staging.withdraw(step);
    } else {
      staging.exchange(step.name(), step.path());
    }
    if (!staging.version(step).equals(step.before())) {
      rollback.putBack(step);
      throw new ChangedMeanwhile(step.path());
    }
  }

  /**
   * Undoes the steps that were carried out, the last one first.
   *
   * @return the paths that others have changed since, which stay as they are; if others removed the
   *     staging directory, the paths with the new file
   */
  List<RawPath> takeBack() throws IOException {
    openDirectories();
    rollback.settle(steps);
    List<RawPath> left = new ArrayList<>();
    for (MergeStep step : steps.reversed()) {
      try {
        if (step.isOfDirectory()) {
          directoryBack(step);
        } else if (!rollback.putBack(step) || isKept(step)) {
          left.add(step.path());
        }
      } catch (FileAlreadyExistsException
          | NoSuchFileException
          | NotDirectoryException
          | FileSystemLoopException e) {
        left.add(step.path());
      } catch (AccessDeniedException e) {
        throw new AccessDeniedException(step.path().shown());
      }
    }
    Map<RawPath, Integer> closed = new TreeMap<>(Comparator.reverseOrder());
    for (MergeStep step : steps) {
      if (isClosed(step.before())) {
        closed.put(step.path(), step.before().mode());
      }
    }
    closeDirectories(closed);
    return left;
  }

  /** Tells whether an earlier rollback left the path, and was killed after it kept the old file. */
  private boolean isKept(MergeStep step) {
    return merge.has(step);
  }

  private void directoryBack(MergeStep step) throws IOException {
    Version now = staging.project(step.path());
    if (step.before().isNothing()) {
      if (now.is(FileKind.DIRECTORY)) {
        staging.removeDirectory(step.path());
      }
    } else if (now.isNothing() || now.equals(step.after())) {
      // it is closed after its entries are restored
      int mode = step.before().mode();
      make(step, isClosed(step.before()) ? mode | Staging.PRIVATE : mode, merge);
    }
  }

  /**
   * Moves the replaced and removed files, and versions of others, to the directory of the merge.
   */
  void keep() throws IOException {
    try (OpenDirectory old = OpenDirectory.at(merge.old())) {
      for (MergeStep step : steps) {
        if (!step.isOfDirectory()) {
          Version staged = staging.version(step);
          if (!staged.isNothing() && !staged.equals(step.after())) {
            keep(step, old);
          }
        }
      }
    }
  }

  private void keep(MergeStep step, OpenDirectory old) throws IOException {
    try {
      staging.keep(step, old);
    } catch (FileSystemException e) {
      throw Staging.in(merge.old(), step, e);
    }
  }
}
