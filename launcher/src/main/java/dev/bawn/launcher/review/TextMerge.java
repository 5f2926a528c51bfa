package dev.bawn.launcher.review;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.ContentMergeStrategy;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;
import org.eclipse.jgit.merge.MergeResult;

/**
 * Merges two versions of a text with one base, line by line.
 *
 * @param content the merged text, with conflict markers where there is a conflict
 * @param hasConflicts whether both changed the same lines
 */
public record TextMerge(byte[] content, boolean hasConflicts) {

  /** The largest file that is merged line by line, in bytes. */
  public static final int LARGEST = 1 << 20;

  private static final Pattern MARKER = Pattern.compile("^<{7} ", Pattern.MULTILINE);

  /** The most lines between the first and the last difference, of both versions together. */
  private static final int MOST_LINES = 40_000;

  /**
   * Merges two versions.
   *
   * @return empty if one of them is no text, or too many lines differ
   */
  public static Optional<TextMerge> of(byte[] base, byte[] project, byte[] session, String name)
      throws IOException {
    if (!canBeMerged(base, project, session)) {
      return Optional.empty();
    }
    MergeResult<RawText> result = result(base, project, session, ContentMergeStrategy.CONFLICT);
    byte[] content = formatted(result, name);
    return Optional.of(
        result.containsConflicts()
            ? new TextMerge(content, true)
            : new TextMerge(ended(content, base, project, session), false));
  }

  private static byte[] formatted(MergeResult<RawText> result, String session) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    new MergeFormatter()
        .formatMerge(content, result, List.of("base", "project", session), StandardCharsets.UTF_8);
    return content.toByteArray();
  }

  /**
   * The merged text, which ends with a line end unless one side removed it: JGit ends it as the
   * base.
   */
  private static byte[] ended(byte[] merged, byte[] base, byte[] project, byte[] session) {
    boolean isOpen = isOpen(base) == isOpen(project) ? isOpen(session) : isOpen(project);
    if (merged.length == 0 || isOpen == isOpen(merged)) {
      return merged;
    }
    byte[] ended = Arrays.copyOf(merged, merged.length + (isOpen ? -1 : 1));
    if (!isOpen) {
      ended[merged.length] = '\n';
    }
    return ended;
  }

  private static boolean isOpen(byte[] text) {
    return text.length > 0 && text[text.length - 1] != '\n';
  }

  /**
   * Merges two versions, with the base between the two sides of each conflict.
   *
   * @param names of the base, the project and the session, for the markers
   */
  public static Optional<byte[]> marked(
      byte[] base, byte[] project, byte[] session, List<String> names) throws IOException {
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

  /** Merges two versions; in a conflict the session's lines win. */
  public static byte[] sessions(byte[] base, byte[] project, byte[] session) throws IOException {
    return oneSide(base, project, session, ContentMergeStrategy.THEIRS);
  }

  /** Merges two versions; in a conflict the project's lines win. */
  public static byte[] projects(byte[] base, byte[] project, byte[] session) throws IOException {
    return oneSide(base, project, session, ContentMergeStrategy.OURS);
  }

  private static byte[] oneSide(
      byte[] base, byte[] project, byte[] session, ContentMergeStrategy strategy)
      throws IOException {
    byte[] content = formatted(result(base, project, session, strategy), "session");
    return ended(content, base, project, session);
  }

  /**
   * Tells whether a text has none of the lines of a change, or has lost all of them again.
   *
   * @param before the text before the change
   * @param after the text after the change
   */
  static boolean lacksAll(byte[] before, byte[] after, byte[] text) throws IOException {
    return !Arrays.equals(before, after)
        && of(after, text, before, "")
            .filter(back -> !back.hasConflicts() && Arrays.equals(back.content(), text))
            .isPresent();
  }

  /**
   * Tells whether two changes of one text touch the same lines, or cannot be compared.
   *
   * @param before the text
   * @param one the text after the first change
   * @param other the text after the second change
   */
  public static boolean touchSameLines(byte[] before, byte[] one, byte[] other) {
    if (!canBeMerged(before, one, other)) {
      return true;
    }
    List<Edit> edits = edits(before, other);
    for (Edit edit : edits(before, one)) {
      for (Edit each : edits) {
        boolean isPoint = edit.getLengthA() == 0 || each.getLengthA() == 0;
        int gap =
            Math.max(edit.getBeginA(), each.getBeginA()) - Math.min(edit.getEndA(), each.getEndA());
        if (gap < 0 || isPoint && gap == 0) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Tells whether the session probably began with a version of a text that the project had only for
   * a while: the session's text is nearer to that version than to the base, and the project's text
   * is not. A merge would bring that version back.
   */
  static boolean isOfPassing(byte[] passing, byte[] base, byte[] project, byte[] session) {
    return canBeMerged(passing, project, session)
        && canBeMerged(base, project, session)
        && distance(passing, session) < distance(base, session)
        && distance(passing, project) >= distance(base, project);
  }

  /** The number of lines that differ. */
  private static int distance(byte[] one, byte[] other) {
    return edits(one, other).stream().mapToInt(edit -> edit.getLengthA() + edit.getLengthB()).sum();
  }

  private static List<Edit> edits(byte[] before, byte[] after) {
    return new HistogramDiff()
        .diff(RawTextComparator.DEFAULT, new RawText(before), new RawText(after));
  }

  private static MergeResult<RawText> result(
      byte[] base, byte[] project, byte[] session, ContentMergeStrategy strategy) {
    MergeAlgorithm algorithm = new MergeAlgorithm();
    algorithm.setContentMergeStrategy(strategy);
    return algorithm.merge(
        RawTextComparator.DEFAULT, new RawText(base), new RawText(project), new RawText(session));
  }

  public static boolean canBeMerged(byte[] base, byte[] project, byte[] session) {
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

  /** Tells whether a text has unresolved conflict markers, see git-merge(1). */
  public static boolean hasMarkers(byte[] content) {
    return MARKER.matcher(new String(content, StandardCharsets.ISO_8859_1)).find();
  }

  /** Tells whether the content is a text that can be merged: small enough, and without a NUL. */
  public static boolean isText(byte[] content) {
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
