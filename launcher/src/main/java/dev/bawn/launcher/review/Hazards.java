package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Tells which changes need a second look. */
final class Hazards {

  private final Layers layers;
  private final HazardousFiles files = HazardousFiles.read();

  /**
   * @param layers where links are read
   */
  Hazards(Layers layers) {
    this.layers = layers;
  }

  Reviewed of(Change change, Optional<Moves.Move> move) throws IOException {
    Optional<HazardousFiles.Reason> reason = files.reason(change.path());
    return new Reviewed(
        change,
        all(change, reason),
        reason.map(HazardousFiles.Reason::actor),
        layers.git().repository(change.path()),
        layers.others(change.path()),
        move);
  }

  private Set<Hazard> all(Change change, Optional<HazardousFiles.Reason> reason)
      throws IOException {
    Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
    RawPath path = change.path();
    if (layers.git().contain(path)) {
      hazards.add(Hazard.GIT);
    }
    if (layers.hid(path)) {
      hazards.add(Hazard.HIDDEN);
    }
    reason.ifPresent(each -> hazards.add(each.hazard()));
    if (!path.shown().equals(path.text().orElse(""))) {
      hazards.add(Hazard.NAME);
    }
    if (change instanceof Change.Unclear || change instanceof Change.Renamed) {
      hazards.add(Hazard.UNCLEAR);
    }
    Optional<FileStatus> after = change.now();
    if (after.isPresent()) {
      addThoseOf(path, after.get(), hazards);
    }
    return hazards;
  }

  private void addThoseOf(RawPath path, FileStatus after, Set<Hazard> hazards) throws IOException {
    if (after.isSetId()) {
      hazards.add(Hazard.SETUID);
    }
    switch (after.kind()) {
      case FILE, DIRECTORY -> {}
      case LINK -> {
        if (leadsOut(path)) {
          hazards.add(Hazard.LEADS_OUT);
        }
      }
      case FIFO, SOCKET, CHARACTER_DEVICE, BLOCK_DEVICE -> hazards.add(Hazard.SPECIAL);
    }
  }

  /** A link that cannot be read, since the session has just exchanged it, may lead anywhere. */
  private boolean leadsOut(RawPath link) {
    try {
      return new LinkTarget(layers).leadsOut(link);
    } catch (IOException e) {
      return true;
    }
  }
}
