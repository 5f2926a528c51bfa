package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.Optional;

/** A change in the list, what is known of it by now, and what was decided about it. */
final class Entry {

  private Reviewed reviewed;
  private Optional<Seen> seen = Optional.empty();
  private Optional<Decision> decision = Optional.empty();
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

  Optional<Seen> seen() {
    return seen;
  }

  Optional<Decision> decision() {
    return decision;
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

  void decide(Optional<Decision> decided) {
    decision = decided;
    isChanged = false;
  }

  /** It is listed again. */
  void list(Reviewed again) {
    reviewed = again;
    seen = Optional.empty();
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
  boolean read(Seen now, int more, int less) {
    seen = Optional.of(now);
    added = more;
    removed = less;
    boolean isLost = decision.flatMap(Decision::seen).filter(was -> !was.equals(now)).isPresent();
    if (isLost) {
      decision = Optional.empty();
      isChanged = true;
    } else {
      decision = decision.map(each -> each.about(now));
    }
    return isLost;
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
