package dev.bawn.launcher.patch;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The change of one file for a review: the displayed lines, and the hunks that can be taken
 * separately.
 *
 * @param head lines that are safe to display: names and modes
 * @param hunks the differences; empty if no lines can be displayed
 * @param note the reason why no lines are displayed; otherwise empty
 * @param before the text that the hunks change, one character for each byte
 * @param isDivisible whether some of the hunks can be taken without the others
 * @param content the session's file, if all of it was read
 */
public record FileDiff(
    List<String> head,
    List<Hunk> hunks,
    String note,
    String before,
    boolean isDivisible,
    Optional<byte[]> content) {

  public FileDiff {
    head = List.copyOf(head);
    hunks = List.copyOf(hunks);
  }

  /**
   * Reads a change.
   *
   * @throws Failed if the file is being changed
   */
  public static FileDiff of(Layers layers, Reviewed reviewed) {
    List<Change> changes = new ArrayList<>();
    reviewed.move().ifPresent(move -> changes.add(new Change.Removed(move.from(), move.before())));
    changes.add(reviewed.change());
    List<FilePatch> files = new ArrayList<>();
    List<LeftOut> leftOut =
        new Patch(layers, FileVersion.LARGEST_TEXT, files::add).of(changes, changes, Map.of());
    List<String> head = new ArrayList<>();
    List<Hunk> hunks = new ArrayList<>();
    String note = leftOut.isEmpty() ? "" : leftOut.getFirst().reason();
    for (FilePatch file : files) {
      head.addAll(Shown.harmless(file.head()));
      if (file.isText()) {
        hunks.addAll(Hunk.all(file.lines()));
      } else if (!file.isSameContent()) {
        note = Shown.NO_TEXT;
      }
    }
    Optional<FilePatch> one =
        files.size() == 1 ? Optional.of(files.getFirst()) : Optional.<FilePatch>empty();
    return new FileDiff(
        head,
        hunks,
        note,
        one.flatMap(FilePatch::before).map(FileVersion::text).orElse(""),
        hunks.size() > 1 && one.isPresent() && reviewed.move().isEmpty(),
        files.isEmpty() || reviewed.move().isPresent()
            ? Optional.empty()
            : files.getLast().after().map(FileVersion::content));
  }

  /** The hunks between two texts. */
  public static List<Hunk> between(byte[] before, byte[] after) {
    return Hunk.all(
        TextHunks.of(
            new String(before, StandardCharsets.ISO_8859_1),
            new String(after, StandardCharsets.ISO_8859_1)));
  }

  /** The number of added lines. */
  public int added() {
    return hunks.stream().mapToInt(Hunk::added).sum();
  }

  /** The number of removed lines. */
  public int removed() {
    return hunks.stream().mapToInt(Hunk::removed).sum();
  }

  /** The old text with the selected hunks. */
  public byte[] with(IntPredicate wanted) {
    List<String> lines = TextHunks.lines(before);
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (int i = 0; i < hunks.size(); i++) {
      if (wanted.test(i)) {
        Hunk hunk = hunks.get(i);
        lines.subList(at, hunk.from()).forEach(text::append);
        text.append(hunk.replacement());
        at = hunk.from() + hunk.length();
      }
    }
    lines.subList(at, lines.size()).forEach(text::append);
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
