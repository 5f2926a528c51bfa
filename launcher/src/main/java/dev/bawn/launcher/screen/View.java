package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.patch.Hunk;
import dev.bawn.launcher.patch.Shown;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.screen.ViewLine.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The display of one change. */
final class View {

  private static final int CONTEXT = 3;

  private final Change change;
  private final FileDiff diff;
  private final Optional<Conflict> conflict;
  private int width;
  private List<ViewLine> lines = List.of();
  private byte[] previewed = {};
  private int previewWidth;
  private List<ViewLine> preview = List.of();

  /**
   * @param change that was read
   * @param conflict both sides, if others changed the same file and it is a text
   */
  View(Change change, FileDiff diff, Optional<Conflict> conflict) {
    this.change = change;
    this.diff = diff;
    this.conflict = conflict;
  }

  FileDiff diff() {
    return diff;
  }

  Optional<Conflict> conflict() {
    return conflict;
  }

  /** The text that can be edited: both sides of a conflict, or the session's lines. */
  Optional<byte[]> text() {
    return conflict
        .flatMap(View::lines)
        .map(Conflict.Lines::marked)
        .or(() -> diff.hunks().isEmpty() || isWhole() ? Optional.empty() : diff.content());
  }

  private boolean isWhole() {
    return conflict.filter(Conflict.Whole.class::isInstance).isPresent();
  }

  private static Optional<Conflict.Lines> lines(Conflict conflict) {
    return switch (conflict) {
      case Conflict.Lines lines -> Optional.of(lines);
      case Conflict.Removed _, Conflict.Whole _ -> Optional.empty();
    };
  }

  private static byte[] project(Conflict conflict) {
    return switch (conflict) {
      case Conflict.Lines lines -> lines.text();
      case Conflict.Whole whole -> whole.text().orElse(new byte[0]);
      case Conflict.Removed _ -> new byte[0];
    };
  }

  boolean isOf(Change other) {
    return change.equals(other);
  }

  /**
   * The effect of a merged text on the project, in lines of this width.
   *
   * @param content the text that is merged instead of the session's
   */
  synchronized List<ViewLine> preview(byte[] content, int columns) {
    if (content != previewed || columns != previewWidth) {
      List<ViewLine> made = new ArrayList<>();
      add("This is merged into the project:", Kind.NOTE, -1, columns, made);
      byte[] project = conflict.map(View::project).orElseGet(() -> diff.with(_ -> false));
      List<Hunk> hunks = FileDiff.between(project, content);
      if (hunks.isEmpty()) {
        add(" nothing: the project has this text", Kind.PLAIN, -1, columns, made);
      }
      show(hunks, columns, made);
      add("", Kind.PLAIN, -1, columns, made);
      add(
          conflict.flatMap(View::lines).isPresent()
              ? "The project, the base and the session have these lines:"
              : "The session has this file:",
          Kind.NOTE,
          -1,
          columns,
          made);
      preview = List.copyOf(made);
      previewed = content;
      previewWidth = columns;
    }
    return preview;
  }

  /** The whole change, in lines of this width. */
  synchronized List<ViewLine> lines(int columns) {
    if (columns != width) {
      List<ViewLine> made = new ArrayList<>();
      switch (conflict.orElse(null)) {
        case Conflict.Lines both -> conflict(both, columns, made);
        case Conflict.Whole whole -> whole(whole, columns, made);
        case Conflict.Removed _ -> {}
        case null -> {}
      }
      if (!made.isEmpty() && !diff.head().isEmpty()) {
        add("The session made this change:", Kind.NOTE, -1, columns, made);
      }
      diff.head().forEach(line -> add(line, Kind.HEAD, -1, columns, made));
      if (!diff.note().isEmpty()) {
        add(diff.note(), Kind.NOTE, -1, columns, made);
      }
      for (int i = 0; i < diff.hunks().size(); i++) {
        Hunk hunk = diff.hunks().get(i);
        for (String line : hunk.lines()) {
          add(line, kind(line), i, columns, made);
        }
      }
      lines = List.copyOf(made);
      width = columns;
    }
    return lines;
  }

  private static void show(List<Hunk> hunks, int columns, List<ViewLine> lines) {
    for (Hunk hunk : hunks) {
      hunk.lines()
          .forEach(
              line -> add(line, line.startsWith("@") ? Kind.HEAD : kind(line), -1, columns, lines));
    }
  }

  /** Adds the changes of others, before those of the session. */
  private static void whole(Conflict.Whole whole, int columns, List<ViewLine> lines) {
    if (whole.text().isEmpty()) {
      add("The project's version is not text.", Kind.NOTE, -1, columns, lines);
    } else {
      add(
          whole.base().isPresent() ? "The project has this change:" : "The project has this text:",
          Kind.NOTE,
          -1,
          columns,
          lines);
      byte[] base = whole.base().orElse(new byte[0]);
      show(FileDiff.between(base, whole.text().get()), columns, lines);
    }
    add("", Kind.PLAIN, -1, columns, lines);
  }

  private static Kind kind(String line) {
    return switch (line.charAt(0)) {
      case '@' -> Kind.HUNK;
      case '+' -> Kind.ADDED;
      case '-' -> Kind.REMOVED;
      default -> Kind.PLAIN;
    };
  }

  private static void add(String line, Kind kind, int hunk, int columns, List<ViewLine> lines) {
    Cells.wrap(line, columns).forEach(part -> lines.add(new ViewLine(part, kind, hunk)));
  }

  /** Adds the lines that both changed, with some lines around them. */
  private static void conflict(Conflict.Lines both, int columns, List<ViewLine> lines) {
    List<String> all = Shown.lines(both.marked());
    boolean[] wanted = new boolean[all.size()];
    boolean isInside = false;
    for (int i = 0; i < all.size(); i++) {
      isInside |= all.get(i).startsWith("<<<<<<< ");
      for (int near = i - CONTEXT; isInside && near <= i + CONTEXT; near++) {
        if (near >= 0 && near < wanted.length) {
          wanted[near] = true;
        }
      }
      isInside &= !all.get(i).startsWith(">>>>>>> ");
    }
    Kind side = Kind.PLAIN;
    for (int i = 0; i < all.size(); i++) {
      String line = all.get(i);
      side = side(line, side);
      boolean isMark = side != Kind.PLAIN && side(line, Kind.PLAIN) != Kind.PLAIN;
      if (wanted[i]) {
        add(line, isMark ? Kind.CONFLICT : side, -1, columns, lines);
      }
      if (line.startsWith(">>>>>>> ")) {
        side = Kind.PLAIN;
      }
    }
    add("", Kind.PLAIN, -1, columns, lines);
  }

  /**
   * The kind of a conflict line: the project's lines are displayed as removed, the session's as
   * added.
   */
  private static Kind side(String line, Kind before) {
    if (line.startsWith("<<<<<<< ")) {
      return Kind.REMOVED;
    }
    if (before == Kind.PLAIN) {
      return line.startsWith(">>>>>>> ") ? Kind.ADDED : Kind.PLAIN;
    }
    if (line.startsWith("||||||| ")) {
      return Kind.HEAD;
    }
    return line.equals("=======") ? Kind.ADDED : before;
  }
}
