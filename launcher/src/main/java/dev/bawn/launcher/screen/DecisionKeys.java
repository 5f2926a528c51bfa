package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Applies the decision of a key to the selected lines. Each method returns the message for the
 * user.
 */
final class DecisionKeys {

  private static final String READING = "it is still being read: try again in a moment";
  private static final String NO_TEXT = "only a text can be edited here";
  private static final String NO_CONFLICT = "there is no conflict in text here";

  private final ReviewList list;
  private final DiffPane diff;
  private Optional<EditedCopy> last = Optional.empty();

  DecisionKeys(ReviewList list, DiffPane diff) {
    this.list = list;
    this.diff = diff;
  }

  /** Decides about the selected hunk, file or directory, and moves on to the next open one. */
  String decide(Verdict verdict) {
    if (list.row().isEmpty()) {
      return "";
    }
    if (list.selected().filter(each -> !each.unreadable().isEmpty()).isPresent()) {
      return "it cannot be read, so nothing is decided about it";
    }
    if (diff.isFocused() && diff.isReading()) {
      return READING;
    }
    if (verdict == Verdict.ACCEPT
        && diff.isFocused()
        && list.selected().flatMap(Entry::decision).flatMap(Decision::edit).isPresent()) {
      return "the text that you edited is accepted; r rejects it, e edits it again";
    }
    if (diff.isFocused() && isDivisible()) {
      if (!list.selected().orElseThrow().isConflict()) {
        return decideHunk(verdict);
      }
      if (verdict == Verdict.REJECT) {
        return "hunks of a conflict are not rejected one by one: Tab, then r rejects the file";
      }
    }
    if (list.selected().isEmpty()) {
      String said = decide(list.row().get().below(), verdict);
      list.move(1);
      diff.begin();
      return said;
    }
    if (waitsFor(list.selected().get(), verdict)) {
      return waits();
    }
    Entry entry = list.selected().get();
    list.decide(list.row().get().below(), verdict);
    if (!list.next(1, each -> each.decision().isEmpty())) {
      list.move(1);
    }
    diff.begin();
    return entry.hasLostEdit() ? "your edited text is not used: e edits it again" : "";
  }

  /** Decides about all open changes, or about the selected directory. */
  String decideAll(Verdict verdict) {
    return decide(
        list.selected().isPresent() || list.row().isEmpty()
            ? list.open()
            : list.row().get().below(),
        verdict);
  }

  private String decide(Collection<Entry> which, Verdict verdict) {
    List<Entry> read = which.stream().filter(each -> each.unreadable().isEmpty()).toList();
    List<Entry> open = read.stream().filter(each -> !isResolved(each, verdict)).toList();
    List<Entry> free = open.stream().filter(each -> !waitsFor(each, verdict)).toList();
    List<Entry> whole = free.stream().filter(each -> !isEdited(each, verdict)).toList();
    List<Entry> meant = whole.stream().filter(each -> !isPassedOver(each, verdict)).toList();
    list.decide(meant, verdict);
    String left =
        Stream.of(
                left(open.size() - free.size(), "conflict", " (key c)"),
                left(whole.size() - meant.size(), "severe hazard", " (key ])"),
                left(free.size() - whole.size(), "edited file", ""),
                left(which.size() - read.size(), "unreadable file", ""))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return Count.of(meant.size(), "change")
        + " "
        + verdict.label()
        + (left.isEmpty() ? "" : "; left: " + left);
  }

  private static Optional<String> left(int count, String what, String key) {
    return count > 0 ? Optional.of(Count.of(count, what) + key) : Optional.empty();
  }

  /** The message about the keys that decide a conflict. */
  private String waits() {
    if (diff.view().isEmpty()) {
      return READING;
    }
    return diff.view()
        .get()
        .conflict()
        .map(each ->
            switch (each) {
              case Conflict.Removed _ ->
                  "removed from the project: s restores the session's file, p leaves it removed";
              case Conflict.Whole _ when isDirectory() ->
                  "both changed its permissions: s takes the session's, p keeps the project's";
              case Conflict.Whole _ when isRemoved() ->
                  "changed in the project: s removes it all the same, p keeps the project's file";
              case Conflict.Whole _ ->
                  "both changed this: s takes the session's file, p keeps the project's";
              case Conflict.Lines _ ->
                  "both changed this: s session's lines, p project's, e edits both, r rejects";
            })
        .orElse("no key resolves this conflict: r rejects the session's change");
  }

  private boolean isDirectory() {
    return list.selected().filter(each -> each.reviewed().change().isDirectory()).isPresent();
  }

  private boolean isRemoved() {
    return list.selected()
        .filter(each -> each.reviewed().change().statusAfter().isEmpty())
        .isPresent();
  }

  /** Tells whether the user must open a conflict before it can be accepted. */
  private static boolean waitsFor(Entry entry, Verdict verdict) {
    return entry.isConflict() && verdict == Verdict.ACCEPT;
  }

  /** Tells whether an acceptance of many changes keeps the user's solution of a conflict. */
  private static boolean isResolved(Entry entry, Verdict verdict) {
    return waitsFor(entry, verdict)
        && entry.decision().filter(each -> each.verdict().isMerged()).isPresent();
  }

  /**
   * Tells whether the file changed after the user edited its text: accepting the file would drop
   * the text.
   */
  private static boolean isEdited(Entry entry, Verdict verdict) {
    return verdict == Verdict.ACCEPT && entry.decision().isEmpty() && entry.hasLostEdit();
  }

  /**
   * Tells whether an acceptance of many changes leaves this one out: the user has not seen each of
   * them. {@code merge --all} leaves the same ones out.
   */
  private static boolean isPassedOver(Entry entry, Verdict verdict) {
    return entry.reviewed().isSevere()
        && verdict == Verdict.ACCEPT
        && entry.decision().filter(each -> each.verdict() == verdict).isEmpty();
  }

  /**
   * Tells whether the hunks can be decided one by one; else the keys decide about the whole file.
   */
  private boolean isDivisible() {
    return diff.view().filter(view -> view.diff().isDivisible()).isPresent();
  }

  private String decideHunk(Verdict verdict) {
    Entry entry = list.selected().orElseThrow();
    FileDiff file = diff.view().orElseThrow().diff();
    int count = file.hunks().size();
    String before = entry.decision().map(Decision::hunks).orElse("");
    StringBuilder hunks = new StringBuilder(before.length() == count ? before : ".".repeat(count));
    hunks.setCharAt(
        diff.hunk(),
        switch (verdict) {
          case ACCEPT -> 'y';
          case REJECT -> 'n';
          default -> '.';
        });
    list.decide(entry, Decision.byHunks(entry.seen(), hunks.toString(), file));
    int next = hunks.indexOf(".", diff.hunk());
    next = next < 0 ? hunks.indexOf(".") : next;
    if (next < 0) {
      return "all hunks of this file are decided";
    }
    diff.goTo(next);
    return "";
  }

  /**
   * Takes one side of a conflict.
   *
   * @param side the side whose lines win where both changed the same ones
   */
  String take(Verdict side) {
    Optional<Conflict> conflict = diff.view().flatMap(View::conflict);
    if (conflict.isEmpty()) {
      return diff.isReading() ? READING : NO_CONFLICT;
    }
    Entry entry = list.selected().orElseThrow();
    return switch (conflict.get()) {
      case Conflict.Lines both when Conflict.isMarked(both.marked()) ->
          put(entry, Decision.side(side, entry.seen(), both), "");
      case Conflict.Removed _ when side == Verdict.SESSIONS ->
          put(entry, Decision.whole(entry.seen(), ReviewedVersion.NOTHING), "");
      case Conflict.Whole whole when side == Verdict.SESSIONS ->
          put(entry, Decision.whole(entry.seen(), whole.project()), "");
      case Conflict.Whole _ ->
          put(
              entry,
              Decision.of(Verdict.REJECT, entry.seen()),
              isDirectory()
                  ? "the project's permissions stay, and the session's change is discarded"
                  : "the project's file stays, and the session's change is discarded");
      case Conflict.Removed _ ->
          put(
              entry,
              Decision.of(Verdict.REJECT, entry.seen()),
              "it stays removed, and the session's file is discarded");
      case Conflict.Lines _ -> NO_CONFLICT;
    };
  }

  /** Opens a copy of the text in the caller's editor. */
  String edit(FullScreen screen, ReviewRequest request) {
    last = Optional.empty();
    if (diff.view().isEmpty()) {
      return diff.isReading() ? READING : NO_TEXT;
    }
    Optional<View> view = diff.view().filter(_ -> isFile());
    Optional<byte[]> content = view.flatMap(View::text);
    if (content.isEmpty()) {
      return NO_TEXT;
    }
    Entry entry = list.selected().orElseThrow();
    EditedCopy copy = new EditedCopy(request.directory(), request.editor());
    last = Optional.of(copy);
    try {
      copy.edit(screen, entry.path(), content.get(), begun(entry, content.get()))
          .map(text -> Decision.edited(entry.seen(), text, view.get().conflict()))
          .ifPresent(edited -> put(entry, edited, ""));
      return copy.said();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Removes the draft of the last edit, after its decision is written. */
  void forgetCopy() throws IOException {
    if (last.isPresent()) {
      last.get().forget();
    }
  }

  /**
   * The text from which an edit begins: the last edited text, even if its decision no longer
   * counts.
   */
  private static byte[] begun(Entry entry, byte[] content) throws IOException {
    Optional<EditedText> last = entry.decision().flatMap(Decision::edit).or(entry::lostEdit);
    return last.isPresent() ? last.get().of(content) : content;
  }

  private boolean isFile() {
    return list.selected()
        .flatMap(entry -> entry.reviewed().change().statusAfter())
        .filter(now -> now.is(FileKind.FILE))
        .isPresent();
  }

  private String put(Entry entry, Decision decision, String said) {
    list.decide(entry, Optional.of(decision));
    diff.begin();
    return said;
  }

  /** Undoes the last decision. An edited text is first kept as a draft. */
  String undo(ReviewRequest request) {
    Map<Entry, Optional<EditedText>> last = list.lastDecided();
    if (last.isEmpty()) {
      return "nothing was decided";
    }
    String said = Count.of(last.size(), "decision") + " undone";
    try {
      for (Map.Entry<Entry, Optional<EditedText>> each : last.entrySet()) {
        if (each.getValue().isPresent()) {
          EditedCopy.keepAside(request.directory(), each.getKey().path(), each.getValue().get());
          said += ", and the text is kept as a draft";
        }
      }
    } catch (IOException e) {
      return "nothing was undone: the edited text cannot be kept: " + e.getMessage();
    }
    list.undo();
    return said;
  }
}
