package dev.bawn.launcher.review;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A change, and why it needs a second look.
 *
 * @param change what was changed
 * @param hazards empty for most
 * @param others what others did to the same file since the session began
 */
public record Reviewed(Change change, Set<Hazard> hazards, Others others) {

  /** All these changes. */
  public static List<Reviewed> all(Layers layers, List<Change> changes) throws IOException {
    Hazards hazards = new Hazards(layers);
    List<Reviewed> all = new ArrayList<>(changes.size());
    for (Change change : changes) {
      all.add(new Reviewed(change, hazards.of(change), layers.others(change.path())));
    }
    return all;
  }

  /** Whether it is about a repository's own files. */
  public boolean isOfGit() {
    return hazards.contains(Hazard.GIT);
  }

  /** Whether nothing speaks against it. */
  public boolean isHarmless() {
    return hazards.equals(EnumSet.noneOf(Hazard.class));
  }
}
