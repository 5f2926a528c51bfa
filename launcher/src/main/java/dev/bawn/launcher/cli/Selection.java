package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The changes that a command uses.
 *
 * @param changes the selected ones
 * @param ignored those that git ignores and that are left out
 */
record Selection(List<Change> changes, List<Change> ignored) {

  private static final int SHOWN = 3;

  Selection {
    changes = List.copyOf(changes);
    ignored = List.copyOf(ignored);
  }

  /** The selection without some paths, and without new directories that would stay empty then. */
  Selection without(Set<RawPath> paths) {
    List<Change> left = changes.stream().filter(each -> !paths.contains(each.path())).toList();
    Set<RawPath> emptied = new HashSet<>();
    paths.forEach(path -> emptied.addAll(path.parents()));
    for (Change each : left) {
      if (!each.isDirectory()) {
        emptied.removeAll(each.path().parents());
      }
    }
    return new Selection(
        left.stream()
            .filter(each -> !(each instanceof Change.Added && emptied.contains(each.path())))
            .toList(),
        ignored);
  }

  /**
   * The files that the session moved, each new path with the old one; including those whose new
   * path is left out.
   *
   * @param reviewed the selected changes
   */
  Map<RawPath, RawPath> moves(Layers layers, List<Reviewed> reviewed) throws IOException {
    Map<RawPath, RawPath> paired = Reviewed.moves(reviewed);
    Map<RawPath, RawPath> moves = new HashMap<>(movedOut(layers));
    moves.values().removeAll(paired.values());
    moves.putAll(paired);
    return moves;
  }

  /** The files that the session moved to an ignored path, each with the old path. */
  Map<RawPath, RawPath> movedOut(Layers layers) throws IOException {
    List<Change> halves = new ArrayList<>();
    ignored.stream().filter(Change.Added.class::isInstance).forEach(halves::add);
    changes.stream().filter(Change.Removed.class::isInstance).forEach(halves::add);
    return Moves.of(layers, halves).all().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().from()));
  }

  /** The number of files that are left out. */
  long ignoredFiles() {
    return ignored.stream().filter(each -> !each.isDirectory()).count();
  }

  /** The size of the files that are left out, in bytes. */
  long ignoredBytes() {
    return ignored.stream()
        .flatMap(each -> each.statusAfter().stream())
        .filter(status -> status.is(FileKind.FILE))
        .mapToLong(FileStatus::size)
        .sum();
  }

  /** The topmost paths that are left out: everything below an ignored directory is ignored. */
  List<String> ignoredTops() {
    Set<RawPath> all = ignored.stream().map(Change::path).collect(Collectors.toSet());
    Set<RawPath> tops = new HashSet<>(all);
    tops.removeIf(path -> isBelow(path, all));
    return ignored.stream()
        .filter(each -> tops.contains(each.path()))
        .map(each -> each.path().shown() + (each.isDirectory() ? "/" : ""))
        .toList();
  }

  private static boolean isBelow(RawPath path, Set<RawPath> all) {
    for (RawPath each = path.parent(); !each.equals(RawPath.TOP); each = each.parent()) {
      if (all.contains(each)) {
        return true;
      }
    }
    return false;
  }

  /** One line about the files that are left out: their number, size and paths. */
  String ignoredLine() {
    return Count.of(ignoredFiles(), "ignored file")
        + ", "
        + Count.bytes(ignoredBytes())
        + ": "
        + Count.first(ignoredTops(), SHOWN);
  }

  /** Writes the files that are left out as a field {@code ignored}. */
  void json(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("ignored");
    json.writeNumberField("files", ignoredFiles());
    json.writeNumberField("bytes", ignoredBytes());
    JsonOutput.texts(json, "paths", ignoredTops());
    json.writeEndObject();
  }

  /**
   * Reports the files that are left out because git ignores them.
   *
   * @return whether there are any
   */
  boolean reportIgnored(String how, Surroundings here) {
    if (ignored.isEmpty()) {
      return false;
    }
    here.note("bawn: " + how + ": " + ignoredLine() + "; to include them: --ignored");
    return true;
  }
}
