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
 * The change of one file for a review: what is shown of it, and the parts that can be taken alone.
 *
 * @param head harmless lines: names and modes
 * @param hunks the differences; none where no lines can be shown
 * @param note why no lines are shown; empty where they are
 * @param before the text that the hunks change, a character for each byte
 * @param isDivisible whether some of the hunks can be taken without the others
 * @param content what the session has, where all of it was read
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
   * Reads it.
   *
   * @throws Failed if it is being changed
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

  /** How one text becomes another. */
  public static List<Hunk> between(byte[] before, byte[] after) {
    return Hunk.all(
        TextHunks.of(
            new String(before, StandardCharsets.ISO_8859_1),
            new String(after, StandardCharsets.ISO_8859_1)));
  }

  /** How many lines came. */
  public int added() {
    return hunks.stream().mapToInt(Hunk::added).sum();
  }

  /** How many lines went. */
  public int removed() {
    return hunks.stream().mapToInt(Hunk::removed).sum();
  }

  /** The old text with those of its hunks that are wanted. */
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
