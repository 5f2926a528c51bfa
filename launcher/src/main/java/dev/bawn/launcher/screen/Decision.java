package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.RawPath;
import java.util.Optional;

/**
 * The decision of the user about a change.
 *
 * @param verdict what is to become of it
 * @param seen what the session had when that was decided; nothing until that was read
 * @param hunks a letter for each hunk: {@code y} accepted, {@code n} rejected, {@code .} open;
 *     empty where they were not decided one by one
 * @param before what the hunks change
 * @param content what is merged in the place of all that the session has
 * @param project what the project had when that content was made of both
 * @param base the session's text without the hunks that are open
 * @param began the text from which an edit of that content began
 */
record Decision(
    Verdict verdict,
    Optional<ReviewedVersion> seen,
    String hunks,
    Optional<ReviewedVersion> before,
    Optional<byte[]> content,
    Optional<ReviewedVersion> project,
    Optional<byte[]> base,
    Optional<byte[]> began) {

  /** The word for a file with some hunks decided and others not. */
  static final String OPEN_HUNKS = "with open hunks";

  private static final char OPEN = '.';
  private static final char ACCEPTED = 'y';

  static Decision of(Verdict verdict, Optional<ReviewedVersion> seen) {
    return of(verdict, seen, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static Decision of(
      Verdict verdict,
      Optional<ReviewedVersion> seen,
      Optional<byte[]> content,
      Optional<ReviewedVersion> project,
      Optional<byte[]> began) {
    return new Decision(
        verdict, seen, "", Optional.empty(), content, project, Optional.empty(), began);
  }

  /** One hunk by one; nothing where all of them are open. */
  static Optional<Decision> byHunks(Optional<ReviewedVersion> seen, String hunks, FileDiff diff) {
    Decision partly =
        new Decision(
            Verdict.PARTLY,
            seen,
            hunks,
            Optional.of(before(diff)),
            Optional.of(diff.with(each -> hunks.charAt(each) == ACCEPTED)),
            Optional.empty(),
            Optional.of(diff.with(each -> hunks.charAt(each) != OPEN))
                .filter(_ -> hunks.indexOf(OPEN) >= 0),
            Optional.empty());
    int open = partly.count(OPEN);
    int accepted = partly.count(ACCEPTED);
    if (open == hunks.length()) {
      return Optional.empty();
    }
    boolean isWhole = open == 0 && (accepted == 0 || accepted == hunks.length());
    return Optional.of(
        isWhole
            ? new Decision(
                accepted == 0 ? Verdict.REJECT : Verdict.ACCEPT,
                seen,
                hunks,
                partly.before(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty())
            : partly);
  }

  /** Both sides of a conflict, with one side's lines where both changed the same ones. */
  static Decision side(Verdict side, Optional<ReviewedVersion> seen, Conflict.Lines conflict) {
    byte[] text = side == Verdict.SESSIONS ? conflict.sessions() : conflict.projects();
    return of(side, seen, Optional.of(text), Optional.of(conflict.project()), Optional.empty());
  }

  /**
   * What the session has is taken as a whole.
   *
   * @param project what it replaces; nothing where others removed the file
   */
  static Decision whole(Optional<ReviewedVersion> seen, ReviewedVersion project) {
    return of(Verdict.SESSIONS, seen, Optional.empty(), Optional.of(project), Optional.empty());
  }

  /** A text that is merged in the place of the session's. */
  static Decision edited(
      Optional<ReviewedVersion> seen, EditedText edited, Optional<Conflict> conflict) {
    return of(
        Verdict.EDIT,
        seen,
        Optional.of(edited.text()),
        conflict.map(Conflict::project),
        Optional.of(edited.began()));
  }

  /** Where a file was that was shown as moved when that was decided. */
  Optional<RawPath> source() {
    return seen.flatMap(ReviewedVersion::source);
  }

  /** What was edited, if anything was. */
  Optional<EditedText> edit() {
    return content
        .filter(_ -> verdict == Verdict.EDIT)
        .map(text -> new EditedText(began.orElse(new byte[0]), text));
  }

  /** A hash of what the hunks of a diff change. */
  static ReviewedVersion before(FileDiff diff) {
    return ReviewedVersion.of(diff.with(_ -> false));
  }

  /** The same about what was read by now; nothing where that has other hunks. */
  Optional<Decision> about(ReviewedVersion now, View view) {
    if (!hasHunksOf(view.diff())) {
      return Optional.empty();
    }
    return verdict == Verdict.PARTLY
        ? byHunks(Optional.of(now), hunks, view.diff())
        : Optional.of(
            new Decision(verdict, Optional.of(now), hunks, before, content, project, base, began));
  }

  /** Whether it is about this, as far as it was read when it was decided. */
  boolean isAbout(ReviewedVersion now, View view) {
    return seen.filter(was -> !was.equals(now)).isEmpty()
        && (verdict == Verdict.PARTLY
            || content.isEmpty() && project.isEmpty()
            || project.equals(view.conflict().map(Conflict::project)));
  }

  /** Whether its hunks are those of a diff: once some of them are merged, there are others. */
  private boolean hasHunksOf(FileDiff diff) {
    return hunks.isEmpty()
        || hunks.length() == diff.hunks().size() && before.equals(Optional.of(before(diff)));
  }

  /** What a merge is told. */
  Approval approval() {
    return new Approval(seen.orElseThrow(), content, project, base);
  }

  /** In a word. */
  String label() {
    return open() > 0 ? OPEN_HUNKS : verdict.label();
  }

  /** What is merged in the place of the session's text, in words; nothing for most. */
  Optional<String> text() {
    return switch (verdict) {
      case EDIT -> Optional.of("the edited text is merged in the place of this file");
      case SESSIONS ->
          Optional.of(
              content.isEmpty()
                  ? wholeText()
                  : "where both changed the same lines, the session's lines are merged");
      case PROJECTS -> Optional.of("where both changed the same lines, the project's lines stay");
      case ACCEPT, REJECT, LATER, PARTLY -> Optional.empty();
    };
  }

  private String wholeText() {
    if (project.equals(Optional.of(ReviewedVersion.NOTHING))) {
      return "the session's file comes back";
    }
    if (seen.filter(ReviewedVersion::isOfDirectory).isPresent()) {
      return "the session's permissions replace the project's";
    }
    return seen.filter(each -> each.isSameAs(ReviewedVersion.NOTHING)).isPresent()
        ? "the project's file is removed"
        : "the session's file replaces the project's";
  }

  /** One letter for it. */
  char mark() {
    return open() > 0 ? '…' : verdict.mark();
  }

  /** How many hunks are accepted. */
  int accepted() {
    return count(ACCEPTED);
  }

  /** How many hunks are open. */
  int open() {
    return count(OPEN);
  }

  /** How many hunks are rejected. */
  int rejected() {
    return hunks.length() - accepted() - open();
  }

  private int count(char verdict) {
    return (int) hunks.chars().filter(hunk -> hunk == verdict).count();
  }

  /** Whether it counts: it is about what was read, and not about hunks that are rejected alone. */
  boolean isReady() {
    return seen.isPresent()
        && (verdict == Verdict.PARTLY ? content.isPresent() && accepted() > 0 : open() == 0);
  }
}
