package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.Optional;

/** A change in the list, with the results of its inspection and the decision about it. */
final class Entry {

  /** The label of an accepted file that a merge leaves out, because it conflicts since then. */
  static final String IN_CONFLICT = "accepted but in conflict";

  private Reviewed reviewed;
  private Optional<ReviewedVersion> seen = Optional.empty();
  private Optional<Decision> decision = Optional.empty();
  private Optional<EditedText> lostEdit = Optional.empty();
  private String unreadable = "";
  private int added;
  private int removed;
  private String waits = "";
  private boolean isConflict;
  private boolean isChanged;

  Entry(Reviewed reviewed) {
    this.reviewed = reviewed;
  }

  RawPath path() {
    return reviewed.change().path();
  }

  /** The old path of a moved file: the decision applies to it, too. */
  Optional<RawPath> source() {
    return reviewed.move().map(Moves.Move::from);
  }

  /** The kind of change in words, with changed permissions. */
  String what() {
    String permissions = reviewed.permissions();
    return source().map(from -> "moved from " + from.shown()).orElse(reviewed.change().word())
        + (permissions.isEmpty() ? "" : "  " + permissions);
  }

  Reviewed reviewed() {
    return reviewed;
  }

  Optional<ReviewedVersion> seen() {
    return seen;
  }

  Optional<Decision> decision() {
    return decision;
  }

  /** The last edited text whose decision no longer counts. */
  Optional<EditedText> lostEdit() {
    return lostEdit;
  }

  /** The reason why it cannot be read; empty if it can, or was not read yet. */
  String unreadable() {
    return unreadable;
  }

  int added() {
    return added;
  }

  int removed() {
    return removed;
  }

  /** The reason why a merge leaves it out; empty if it does not. */
  String waits() {
    return waits;
  }

  /** Tells whether others changed it too, and a merge cannot combine both. */
  boolean isConflict() {
    return isConflict;
  }

  /** The decision in a few words; empty without one. */
  Optional<String> label() {
    return decision.map(
        each -> isConflict && each.verdict() == Verdict.ACCEPT ? IN_CONFLICT : each.label());
  }

  /** Tells whether the file changed after the decision. */
  boolean isChanged() {
    return isChanged;
  }

  boolean isHazard() {
    return !reviewed.hazards().isEmpty();
  }

  /** Sets the decision. A dropped edited text is kept: the next edit begins from it. */
  void decide(Optional<Decision> decided) {
    if (decided.flatMap(Decision::edit).isEmpty()) {
      keepEdit();
    }
    decision = decided;
    isChanged = false;
  }

  /** Undoes the last decision, together with an edited text. */
  void undo(Optional<Decision> before) {
    decision = before;
    isChanged = false;
  }

  /** Sets the decision and the edited text of an earlier run. */
  void restore(Optional<Decision> decided, Optional<EditedText> edit) {
    decide(decided);
    lostEdit = edit;
  }

  /** Tells whether an edited text is unused: its decision no longer counts. */
  boolean hasLostEdit() {
    return lostEdit.isPresent() && decision.flatMap(Decision::edit).isEmpty();
  }

  private void keepEdit() {
    lostEdit = decision.flatMap(Decision::edit).or(() -> lostEdit);
  }

  private void lose() {
    keepEdit();
    decision = Optional.empty();
    isChanged = true;
  }

  /** Updates the change. If its move is gone or is another one, the decision no longer counts. */
  void list(Reviewed again) {
    boolean isOtherMove = !again.move().map(Moves.Move::from).equals(source());
    reviewed = again;
    seen = Optional.empty();
    unreadable = "";
    if (isOtherMove && decision.isPresent()) {
      lose();
    }
  }

  /** Sets the result of a trial merge. */
  void wait(String reason, boolean conflict) {
    waits = reason;
    isConflict = conflict;
  }

  /**
   * Sets the result of the inspection. A decision about another version no longer counts.
   *
   * @return whether the entry lost its decision
   */
  boolean read(ReviewedVersion now, View view) {
    seen = Optional.of(now);
    unreadable = "";
    added = view.diff().added();
    removed = view.diff().removed();
    boolean isLost = decision.filter(each -> !each.isAbout(now, view)).isPresent();
    if (isLost) {
      lose();
    } else {
      decision = decision.flatMap(each -> each.about(now, view));
    }
    return isLost;
  }

  /** Marks the change as unreadable. A decision from before it was read no longer counts. */
  void unreadable(String why) {
    unreadable = why;
    decision = decision.filter(each -> each.seen().isPresent());
  }

  /** One letter for the kind of change. */
  char letter() {
    if (reviewed.move().isPresent()) {
      return 'R';
    }
    return switch (reviewed.change().word()) {
      case "added" -> 'A';
      case "removed" -> 'D';
      case "renamed" -> 'R';
      case "type" -> 'T';
      case "unclear" -> '?';
      default -> 'M';
    };
  }
}
