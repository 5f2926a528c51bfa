package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.Optional;

/** A change in the list, what is known of it by now, and what was decided about it. */
final class Entry {

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

  /** Where a file was that the session moved: what is decided counts for that, too. */
  Optional<RawPath> source() {
    return reviewed.move().map(Moves.Move::from);
  }

  /** What happened, in words. */
  String what() {
    return source().map(from -> "moved from " + from.shown()).orElse(reviewed.change().word());
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

  /** The last edited text whose decision does not count any more. */
  Optional<EditedText> lostEdit() {
    return lostEdit;
  }

  /** Why it cannot be read; empty where it can, or was not read yet. */
  String unreadable() {
    return unreadable;
  }

  int added() {
    return added;
  }

  int removed() {
    return removed;
  }

  /** Why a merge leaves it; empty where it does not. */
  String waits() {
    return waits;
  }

  /** Whether others changed it too, and a merge cannot tell what is to be. */
  boolean isConflict() {
    return isConflict;
  }

  /** Whether it was changed after something was decided about it. */
  boolean isChanged() {
    return isChanged;
  }

  boolean isHazard() {
    return !reviewed.hazards().isEmpty();
  }

  /** Decides about it. An edited text that this drops is kept: the next edit starts from it. */
  void decide(Optional<Decision> decided) {
    if (decided.flatMap(Decision::edit).isEmpty()) {
      keepEdit();
    }
    decision = decided;
    isChanged = false;
  }

  /** Takes the last decision back; an edited text goes with it. */
  void undo(Optional<Decision> before) {
    decision = before;
    isChanged = false;
  }

  /** What was decided and edited before. */
  void restore(Optional<Decision> decided, Optional<EditedText> edit) {
    decide(decided);
    lostEdit = edit;
  }

  /** Whether an edited text waits for its user: the decision about it does not count any more. */
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

  /** It is listed again. What was a move and is none now, or another one, was not decided about. */
  void list(Reviewed again) {
    boolean isOtherMove = !again.move().map(Moves.Move::from).equals(source());
    reviewed = again;
    seen = Optional.empty();
    unreadable = "";
    if (isOtherMove && decision.isPresent()) {
      lose();
    }
  }

  /** A merge says whether it would wait. */
  void wait(String reason, boolean conflict) {
    waits = reason;
    isConflict = conflict;
  }

  /**
   * It was read. A decision about something else does not count any more.
   *
   * @return whether it lost its decision
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

  /** It cannot be read. What was decided about it before that does not count. */
  void unreadable(String why) {
    unreadable = why;
    decision = decision.filter(each -> each.seen().isPresent());
  }

  /** One letter for what happened. */
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
