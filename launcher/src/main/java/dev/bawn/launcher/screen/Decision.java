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
 * @param verdict the decision
 * @param seen the session's version at the time of the decision; empty until it was read
 * @param hunks a letter for each hunk: {@code y} accepted, {@code n} rejected, {@code .} open;
 *     empty if the file was decided as a whole
 * @param before a hash of the hunks
 * @param content the text to merge instead of the session's whole file
 * @param project the project's version from which that text was made
 * @param base the session's text without the open hunks
 * @param began the text from which an edit of that text began
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

  /** The label of a file with decided and open hunks. */
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

  /** The decision from the letters of the hunks; empty if all hunks are open. */
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

  /**
   * The merge of both sides of a conflict; where both changed the same lines, one side's lines win.
   */
  static Decision side(Verdict side, Optional<ReviewedVersion> seen, Conflict.Lines conflict) {
    byte[] text = side == Verdict.SESSIONS ? conflict.sessions() : conflict.projects();
    return of(side, seen, Optional.of(text), Optional.of(conflict.project()), Optional.empty());
  }

  /**
   * The session's file as a whole.
   *
   * @param project the version that it replaces; {@link ReviewedVersion#NOTHING} if others removed
   *     the file
   */
  static Decision whole(Optional<ReviewedVersion> seen, ReviewedVersion project) {
    return of(Verdict.SESSIONS, seen, Optional.empty(), Optional.of(project), Optional.empty());
  }

  /** An edited text instead of the session's. */
  static Decision edited(
      Optional<ReviewedVersion> seen, EditedText edited, Optional<Conflict> conflict) {
    return of(
        Verdict.EDIT,
        seen,
        Optional.of(edited.text()),
        conflict.map(Conflict::project),
        Optional.of(edited.began()));
  }

  /** The old path of a file that was displayed as moved at the time of the decision. */
  Optional<RawPath> source() {
    return seen.flatMap(ReviewedVersion::source);
  }

  /** The edited text, if there is one. */
  Optional<EditedText> edit() {
    return content
        .filter(_ -> verdict == Verdict.EDIT)
        .map(text -> new EditedText(began.orElse(new byte[0]), text));
  }

  /** A hash of the hunks of a diff. */
  static ReviewedVersion before(FileDiff diff) {
    return ReviewedVersion.of(diff.with(_ -> false));
  }

  /** The same decision about the version that was read now; empty if that has other hunks. */
  Optional<Decision> about(ReviewedVersion now, View view) {
    if (!hasHunksOf(view.diff())) {
      return Optional.empty();
    }
    return verdict == Verdict.PARTLY
        ? byHunks(Optional.of(now), hunks, view.diff())
        : Optional.of(
            new Decision(verdict, Optional.of(now), hunks, before, content, project, base, began));
  }

  /** Tells whether the decision is about this version, as far as it had been read. */
  boolean isAbout(ReviewedVersion now, View view) {
    return seen.filter(was -> !was.equals(now)).isEmpty()
        && (verdict == Verdict.PARTLY
            || content.isEmpty() && project.isEmpty()
            || project.equals(view.conflict().map(Conflict::project)));
  }

  /**
   * Tells whether the hunks are those of a diff. After some of them are merged, a diff has others.
   */
  private boolean hasHunksOf(FileDiff diff) {
    return hunks.isEmpty()
        || hunks.length() == diff.hunks().size() && before.equals(Optional.of(before(diff)));
  }

  /** The approval that a merge obeys. */
  Approval approval() {
    return new Approval(seen.orElseThrow(), content, project, base);
  }

  /** The decision in a few words. */
  String label() {
    return open() > 0 ? OPEN_HUNKS : verdict.label();
  }

  /**
   * A sentence about the text that is merged instead of the session's; empty for most decisions.
   */
  Optional<String> text() {
    return switch (verdict) {
      case EDIT -> Optional.of("the edited text is merged instead of this file");
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

  /** The mark of the decision in the list. */
  char mark() {
    return open() > 0 ? '…' : verdict.mark();
  }

  /** The number of accepted hunks. */
  int accepted() {
    return count(ACCEPTED);
  }

  /** The number of open hunks. */
  int open() {
    return count(OPEN);
  }

  /** The number of rejected hunks. */
  int rejected() {
    return hunks.length() - accepted() - open();
  }

  private int count(char verdict) {
    return (int) hunks.chars().filter(hunk -> hunk == verdict).count();
  }

  /**
   * Tells whether the decision can be carried out: the version was read, and at least one hunk is
   * accepted or none is open.
   */
  boolean isReady() {
    return seen.isPresent()
        && (verdict == Verdict.PARTLY ? content.isPresent() && accepted() > 0 : open() == 0);
  }
}
