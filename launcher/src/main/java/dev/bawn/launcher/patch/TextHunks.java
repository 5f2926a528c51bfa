package dev.bawn.launcher.patch;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import java.util.ArrayList;
import java.util.List;

/** The difference of two texts as hunks of a unified diff. */
final class TextHunks {

  private static final int CONTEXT = 3;

  /**
   * The most inserted or removed lines; with more, the texts count as entirely different: a
   * comparison takes memory and time by the square of that.
   */
  private static final int MOST_EDITS = 1000;

  private static final String NO_END = "\n\\ No newline at end of file\n";

  private final List<String> before;
  private final List<String> after;
  private final StringBuilder hunks = new StringBuilder();

  private TextHunks(String before, String after) {
    this.before = lines(before);
    this.after = lines(after);
  }

  static String of(String before, String after) {
    TextHunks text = new TextHunks(before, after);
    List<Edit> edits = text.edits();
    for (int first = 0; first < edits.size(); ) {
      int next = first + 1;
      while (next < edits.size()
          && edits.get(next).from() - edits.get(next - 1).to() <= 2 * CONTEXT) {
        next++;
      }
      text.hunk(edits.subList(first, next));
      first = next;
    }
    return text.hunks.toString();
  }

  /** Lines of the old text that are replaced by lines of the new one; ends are exclusive. */
  private record Edit(int from, int to, int newFrom, int newTo) {}

  /** The lines with their line ends; the last one may have none. */
  static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start) + 1;
      end = end == 0 ? text.length() : end;
      lines.add(text.substring(start, end));
      start = end;
    }
    return lines;
  }

  private List<Edit> edits() {
    int same = 0;
    int shorter = Math.min(before.size(), after.size());
    while (same < shorter && before.get(same).equals(after.get(same))) {
      same++;
    }
    int sameEnd = 0;
    while (sameEnd < shorter - same
        && before.get(before.size() - 1 - sameEnd).equals(after.get(after.size() - 1 - sameEnd))) {
      sameEnd++;
    }
    return edits(same, before.size() - sameEnd, after.size() - sameEnd);
  }

  /** The differences between a common beginning and a common end. */
  private List<Edit> edits(int start, int end, int newEnd) {
    try {
      List<Edit> edits = new ArrayList<>();
      for (Change each :
          new MyersDiff<String>()
              .computeDiff(before.subList(start, end), after.subList(start, newEnd), BOUND)) {
        edits.add(
            new Edit(
                start + each.startOriginal,
                start + each.endOriginal,
                start + each.startRevised,
                start + each.endRevised));
      }
      // the search finds them from the end
      return edits.reversed();
    } catch (TooManyEdits e) {
      return List.of(new Edit(start, end, start, newEnd));
    }
  }

  private static final class TooManyEdits extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final DiffAlgorithmListener BOUND =
      new DiffAlgorithmListener() {
        @Override
        public void diffStart() {}

        @Override
        public void diffStep(int value, int max) {
          if (value > MOST_EDITS) {
            throw new TooManyEdits();
          }
        }

        @Override
        public void diffEnd() {}
      };

  private void hunk(List<Edit> edits) {
    Edit first = edits.getFirst();
    Edit last = edits.getLast();
    int lead = Math.min(CONTEXT, first.from());
    int trail = Math.min(CONTEXT, before.size() - last.to());
    int from = first.from() - lead;
    hunks
        .append("@@ -")
        .append(range(from, last.to() + trail))
        .append(" +")
        .append(range(first.newFrom() - lead, last.newTo() + trail))
        .append(" @@\n");
    int at = from;
    for (Edit edit : edits) {
      lines(' ', before.subList(at, edit.from()));
      lines('-', before.subList(edit.from(), edit.to()));
      lines('+', after.subList(edit.newFrom(), edit.newTo()));
      at = edit.to();
    }
    lines(' ', before.subList(at, last.to() + trail));
  }

  /** A range of lines, counted from 1; an empty range is named by the line before. */
  private static String range(int from, int to) {
    return (to > from ? from + 1 : from) + "," + (to - from);
  }

  private void lines(char mark, List<String> lines) {
    for (String line : lines) {
      hunks.append(mark).append(line);
      if (!line.endsWith("\n")) {
        hunks.append(NO_END);
      }
    }
  }
}
