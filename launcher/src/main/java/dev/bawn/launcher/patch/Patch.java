package dev.bawn.launcher.patch;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ContentBelowException;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.HalfMoves;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.Obstacle;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns changes into patches of files, one after the other, and lists those that no patch can
 * contain.
 */
final class Patch {

  private final Layers layers;
  private final int largest;
  private final Consumer<FilePatch> files;
  private final Set<RawPath> filled = new HashSet<>();
  private final Set<RawPath> repositories = new HashSet<>();
  private final Map<RawPath, Moves.Move> moves = new HashMap<>();
  private final Set<RawPath> moved = new HashSet<>();
  private final Map<RawPath, RawPath> halves = new HashMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  /**
   * @param layers the source of the contents
   * @param largest in bytes: larger files are left out
   * @param files takes each patch as soon as it is made
   */
  Patch(Layers layers, int largest, Consumer<FilePatch> files) {
    this.layers = layers;
    this.largest = largest;
    this.files = files;
  }

  /**
   * Makes the patches.
   *
   * @param changes all selected changes
   * @param wanted those that get a patch
   * @param told the moved files among all selected changes, each new path with the old one
   * @return the changes that were left out
   * @throws Failed if a file was exchanged in between
   */
  List<LeftOut> of(List<Change> changes, List<Change> wanted, Map<RawPath, RawPath> told) {
    for (Change change : changes) {
      filled.add(change.path().parent());
      if (change instanceof Change.Unclear) {
        filled.add(change.path()); // nobody knows what is in it
      }
    }
    findMoves(changes, wanted, told);
    for (Change change : wanted) {
      try {
        one(change);
      } catch (AccessDeniedException e) {
        leaveOut(change.path(), Obstacle.CLOSED.sentence());
      } catch (ContentBelowException e) {
        leaveOut(change.path(), Obstacle.CONTENT_BELOW.sentence());
      } catch (IOException e) {
        throw new Failed(
            change.path() + " was changed while it was read",
            "try again when the session writes no more files");
      }
    }
    return List.copyOf(leftOut);
  }

  private void findMoves(List<Change> changes, List<Change> wanted, Map<RawPath, RawPath> told) {
    try {
      Moves found = Moves.of(layers, wanted);
      Map<RawPath, RawPath> sources = new HashMap<>(told);
      sources.values().removeAll(found.sources());
      found.all().forEach((to, move) -> sources.put(to, move.from()));
      Set<RawPath> exported = new HashSet<>();
      for (Change change : wanted) {
        if (layers.git().closed(change.path()).isEmpty() && obstacle(change).isEmpty()) {
          exported.add(change.path());
        }
      }
      halves.putAll(
          new HalfMoves(layers, changes, sources).where(exported::contains, exported::contains));
      moves.putAll(found.all());
      moved.addAll(found.sources());
    } catch (IOException e) {
      throw new Failed(
          "the project was changed while it was read",
          "try again when the session writes no more files");
    }
  }

  private void one(Change change) throws IOException {
    RawPath path = change.path();
    Optional<RawPath> repository = layers.git().closed(path);
    if (repository.isPresent()) {
      leaveOutOf(repository.get(), path);
      return;
    }
    Optional<String> reason = obstacle(change);
    if (reason.isPresent()) {
      leaveOut(path, reason.get());
      return;
    }
    if (halves.containsKey(path)) {
      String to = halves.get(path).shown();
      leaveOut(path, "the session moved it to " + to + ", which is left out");
      return;
    }
    switch (change) {
      case Change.Removed _ when moved.contains(path) -> {}
      case Change.Added(_, var after) when moves.containsKey(path) ->
          moved(path, moves.get(path), after);
      case Change.Added(_, var after) -> pair(path, Optional.empty(), Optional.of(after));
      case Change.Removed(_, var before) -> pair(path, Optional.of(before), Optional.empty());
      case Change.Modified(_, var before, var after) ->
          pair(path, Optional.of(before), Optional.of(after));
      case Change.ModeChanged(_, var before, var after) -> mode(path, before, after);
      case Change.TypeChanged(_, var before, var after) -> {
        pair(path, Optional.of(before), Optional.empty());
        pair(path, Optional.empty(), Optional.of(after));
      }
      case Change.Replaced _ -> {}
      case Change.Renamed _ -> leaveOut(path, "it is only a redirect to another directory");
      case Change.Unclear(_, _, var obstacle) -> leaveOut(path, obstacle.sentence());
    }
  }

  /** The reason why a change outside of repositories gets no patch; empty for most. */
  private Optional<String> obstacle(Change change) throws IOException {
    Optional<String> hiding = layers.hiding(change);
    return hiding.isEmpty() && layers.others(change.path()) == Others.UNKNOWN
        ? Optional.of("changed in the project since the start; its version at the start is unknown")
        : hiding;
  }

  private void mode(RawPath path, FileStatus before, FileStatus after) throws IOException {
    if (before.isExecutable() == after.isExecutable()) {
      leaveOut(path, "git records only whether a file is executable, no other permission");
    } else {
      pair(path, Optional.of(before), Optional.of(after));
    }
  }

  private void pair(RawPath path, Optional<FileStatus> before, Optional<FileStatus> after)
      throws IOException {
    FileStatus either = after.or(() -> before).orElseThrow();
    switch (either.kind()) {
      case FILE, LINK -> file(path, before, after);
      case DIRECTORY -> {
        if (after.isPresent() && !filled.contains(path)) {
          leaveOut(path, "git keeps no empty directories");
        }
      }
      case FIFO, SOCKET, CHARACTER_DEVICE, BLOCK_DEVICE ->
          leaveOut(path, "git keeps no " + either.kind().words());
    }
  }

  private void file(RawPath path, Optional<FileStatus> before, Optional<FileStatus> after)
      throws IOException {
    if (before.map(FileStatus::size).orElse(0L) > largest
        || after.map(FileStatus::size).orElse(0L) > largest) {
      leaveOut(path, "it is larger than " + (largest >> 20) + " MiB");
      return;
    }
    files.accept(new FilePatch(path, Optional.empty(), before(path, before), after(path, after)));
  }

  /** The patch of a move, which contains the content only if it was changed. */
  private void moved(RawPath path, Moves.Move move, FileStatus after) throws IOException {
    byte[] none = {};
    files.accept(
        new FilePatch(
            path,
            Optional.of(move),
            move.isExact()
                ? Optional.of(new FileVersion(mode(move.before()), none))
                : before(move.from(), Optional.of(move.before())),
            move.isExact()
                ? Optional.of(new FileVersion(mode(after), none))
                : after(path, Optional.of(after))));
  }

  private Optional<FileVersion> before(RawPath path, Optional<FileStatus> status)
      throws IOException {
    if (status.isEmpty()) {
      return Optional.empty();
    }
    byte[] content =
        status.get().is(FileKind.LINK)
            ? layers.linkBefore(path)
            : layers.fileBefore(path, largest).orElseThrow(() -> new IOException("it has grown"));
    return Optional.of(new FileVersion(mode(status.get()), content));
  }

  private Optional<FileVersion> after(RawPath path, Optional<FileStatus> status)
      throws IOException {
    if (status.isEmpty()) {
      return Optional.empty();
    }
    byte[] content =
        status.get().is(FileKind.LINK)
            ? layers.linkAfter(path)
            : layers.fileAfter(path, largest).orElseThrow(() -> new IOException("it has grown"));
    return Optional.of(new FileVersion(mode(status.get()), content));
  }

  private static FileVersion.Mode mode(FileStatus status) {
    if (status.is(FileKind.LINK)) {
      return FileVersion.Mode.LINK;
    }
    return status.isExecutable() ? FileVersion.Mode.EXECUTABLE : FileVersion.Mode.PLAIN;
  }

  /** Leaves a repository whose directory is not {@code .git} out as a whole, and names it once. */
  private void leaveOutOf(RawPath repository, RawPath path) throws IOException {
    if (GitFiles.areInDotGit(path)) {
      leaveOut(path, "no patch may touch git's own files");
    } else if (layers.git().isBeside(path)) {
      leaveOut(path, "no patch may touch the directory of a git repository");
    } else if (repositories.add(repository)) {
      leaveOut(repository, "no patch may touch a git repository");
    }
  }

  private void leaveOut(RawPath path, String reason) {
    leftOut.add(new LeftOut(path, reason));
  }
}
