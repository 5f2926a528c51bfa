package dev.bawn.launcher.merge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.ContentMergeStrategy;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;
import org.eclipse.jgit.merge.MergeResult;

/**
 * Merges two versions of a text that have one base, line by line.
 *
 * @param content the merged text, with conflict markers where there is a conflict
 * @param hasConflicts whether both changed the same lines
 */
record TextMerge(byte[] content, boolean hasConflicts) {

  /** Larger files are no text that anybody merges. */
  static final int LARGEST = 1 << 20;

  /** Between the first and the last line that differ, of both together. */
  private static final int MOST_LINES = 40_000;

  /**
   * Merges them.
   *
   * @return nothing if one of them is no text, or too many lines differ
   */
  static Optional<TextMerge> of(byte[] base, byte[] project, byte[] session, String name)
      throws IOException {
    if (!canBeMerged(base, project, session)) {
      return Optional.empty();
    }
    MergeResult<RawText> result = result(base, project, session, ContentMergeStrategy.CONFLICT);
    ByteArrayOutputStream content = new ByteArrayOutputStream(project.length + session.length);
    new MergeFormatter()
        .formatMerge(content, result, List.of("base", "project", name), StandardCharsets.UTF_8);
    return Optional.of(new TextMerge(content.toByteArray(), result.containsConflicts()));
  }

  /**
   * The same with the base between the two sides of each conflict.
   *
   * @param names of the base, the project and the session, for the markers
   */
  static Optional<byte[]> marked(byte[] base, byte[] project, byte[] session, List<String> names)
      throws IOException {
    if (!canBeMerged(base, project, session)) {
      return Optional.empty();
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream(project.length + session.length);
    new MergeFormatter()
        .formatMergeDiff3(
            content,
            result(base, project, session, ContentMergeStrategy.CONFLICT),
            names,
            StandardCharsets.UTF_8);
    return Optional.of(content.toByteArray());
  }

  /** The same with the session's lines where both changed the same ones. */
  static byte[] sessions(byte[] base, byte[] project, byte[] session) throws IOException {
    return oneSide(base, project, session, ContentMergeStrategy.THEIRS);
  }

  /** The same with the project's lines there. */
  static byte[] projects(byte[] base, byte[] project, byte[] session) throws IOException {
    return oneSide(base, project, session, ContentMergeStrategy.OURS);
  }

  private static byte[] oneSide(
      byte[] base, byte[] project, byte[] session, ContentMergeStrategy strategy)
      throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream(project.length + session.length);
    new MergeFormatter()
        .formatMerge(
            content,
            result(base, project, session, strategy),
            List.of("base", "project", "session"),
            StandardCharsets.UTF_8);
    return content.toByteArray();
  }

  private static MergeResult<RawText> result(
      byte[] base, byte[] project, byte[] session, ContentMergeStrategy strategy) {
    MergeAlgorithm algorithm = new MergeAlgorithm();
    algorithm.setContentMergeStrategy(strategy);
    return algorithm.merge(
        RawTextComparator.DEFAULT, new RawText(base), new RawText(project), new RawText(session));
  }

  static boolean canBeMerged(byte[] base, byte[] project, byte[] session) {
    if (!isText(base) || !isText(project) || !isText(session)) {
      return false;
    }
    RawText before = new RawText(base);
    return !isCostly(before, new RawText(project)) && !isCostly(before, new RawText(session));
  }

  /** The time of a comparison grows with the square of the lines that differ. */
  private static boolean isCostly(RawText one, RawText other) {
    int shorter = Math.min(one.size(), other.size());
    int same = 0;
    while (same < shorter && RawTextComparator.DEFAULT.equals(one, same, other, same)) {
      same++;
    }
    int atEnd = 0;
    while (atEnd < shorter - same
        && RawTextComparator.DEFAULT.equals(
            one, one.size() - 1 - atEnd, other, other.size() - 1 - atEnd)) {
      atEnd++;
    }
    return one.size() + other.size() - 2 * (same + atEnd) > MOST_LINES;
  }

  /** Whether it is a text that is merged. */
  static boolean isText(byte[] content) {
    if (content.length > LARGEST) {
      return false;
    }
    for (byte each : content) {
      if (each == 0) {
        return false;
      }
    }
    return true;
  }
}
