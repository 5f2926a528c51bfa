package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.linux.FileKind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Decides about what is selected, as keys say. Each decision gives what is told of it. */
final class Decider {

  private final ReviewList list;
  private final DiffPane diff;

  Decider(ReviewList list, DiffPane diff) {
    this.list = list;
    this.diff = diff;
  }

  /** About the selected hunk, file or directory; goes on to what is not decided. */
  String decide(Verdict verdict) {
    if (list.row().isEmpty()) {
      return "";
    }
    if (diff.isFocused()) {
      return decideHunk(verdict);
    }
    if (list.selected().isEmpty()) {
      String said = decide(list.row().get().below(), verdict);
      list.move(1);
      diff.begin();
      return said;
    }
    if (waitsFor(list.selected().get(), verdict)) {
      return "both changed this: s takes the session's lines, e edits both, r keeps the project's";
    }
    list.decide(list.row().get().below(), verdict);
    if (!list.next(1, each -> each.decision().isEmpty())) {
      list.move(1);
    }
    diff.begin();
    return "";
  }

  /** About all that is not decided, or the selected directory. */
  String decideAll(Verdict verdict) {
    return decide(
        list.selected().isPresent() || list.row().isEmpty()
            ? list.open()
            : list.row().get().below(),
        verdict);
  }

  private String decide(Collection<Entry> which, Verdict verdict) {
    List<Entry> meant = which.stream().filter(each -> !waitsFor(each, verdict)).toList();
    list.decide(meant, verdict);
    int left = which.size() - meant.size();
    return Count.of(meant.size(), "change")
        + " "
        + verdict.label()
        + (left > 0 ? "; " + Count.of(left, "conflict") + " left: c goes there" : "");
  }

  /** A conflict is accepted by nobody who has not looked at it. */
  private static boolean waitsFor(Entry entry, Verdict verdict) {
    return entry.isConflict() && verdict == Verdict.ACCEPT;
  }

  private String decideHunk(Verdict verdict) {
    Optional<View> view = diff.view();
    Entry entry = list.selected().orElseThrow();
    if (view.isEmpty() || !view.get().diff().isDivisible() || entry.isConflict()) {
      return "this change is accepted or rejected as a whole";
    }
    int count = view.get().diff().hunks().size();
    String before = entry.decision().map(Decision::hunks).orElse("");
    StringBuilder hunks = new StringBuilder(before.length() == count ? before : ".".repeat(count));
    hunks.setCharAt(
        diff.hunk(),
        switch (verdict) {
          case ACCEPT -> 'y';
          case REJECT -> 'n';
          default -> '.';
        });
    list.decide(entry, byHunks(entry, view.get(), hunks.toString()));
    int next = hunks.indexOf(".", diff.hunk());
    next = next < 0 ? hunks.indexOf(".") : next;
    if (next < 0) {
      return "all hunks of this file are decided";
    }
    diff.goTo(next);
    return "";
  }

  private static Decision byHunks(Entry entry, View view, String hunks) {
    boolean isAll = hunks.indexOf('n') < 0 && hunks.indexOf('.') < 0;
    boolean isNone = hunks.indexOf('y') < 0 && hunks.indexOf('.') < 0;
    return isAll || isNone
        ? new Decision(
            isAll ? Verdict.ACCEPT : Verdict.REJECT,
            entry.seen(),
            hunks,
            Optional.empty(),
            Optional.empty())
        : new Decision(
            Verdict.PARTLY,
            entry.seen(),
            hunks,
            Optional.of(view.diff().with(each -> hunks.charAt(each) == 'y')),
            Optional.empty());
  }

  /** The session's lines of a conflict. */
  String takeSessions() {
    Optional<View> view = diff.view();
    if (view.isEmpty() || view.get().conflict().isEmpty()) {
      return "there is no conflict in text here";
    }
    put(view.get(), view.get().conflict().get().sessions());
    return "where both changed the same lines, the session's are taken";
  }

  /** A copy in the caller's editor. */
  String edit(FullScreen screen, ReviewRequest request) {
    if (diff.view().isEmpty()) {
      return "it is still being read: try again in a moment";
    }
    Optional<View> view = diff.view().filter(_ -> isFile());
    Optional<byte[]> content = view.flatMap(View::text);
    if (content.isEmpty()) {
      return "only a text can be edited here";
    }
    EditedCopy copy = new EditedCopy(request.directory(), request.editor());
    Optional<byte[]> edited =
        copy.edit(screen, list.selected().orElseThrow().path(), content.get());
    edited.ifPresent(text -> put(view.get(), text));
    return copy.said();
  }

  private boolean isFile() {
    return list.selected()
        .flatMap(entry -> entry.reviewed().change().now())
        .filter(now -> now.is(FileKind.FILE))
        .isPresent();
  }

  private void put(View view, byte[] text) {
    Entry entry = list.selected().orElseThrow();
    list.decide(
        entry,
        new Decision(
            Verdict.EDIT,
            entry.seen(),
            "",
            Optional.of(text),
            view.conflict().map(both -> both.project())));
  }

  String undo() {
    Collection<Entry> taken = list.undo();
    return taken.isEmpty() ? "nothing was decided" : Count.of(taken.size(), "decision") + " undone";
  }
}
