package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.Source;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The changes of a session, as a review reads them. */
final class ReviewSource implements Source {

  private final NamedSession session;
  private final SessionName name;
  private final Merges merges;
  private final NamedPaths named;
  private final Layers layers;
  private final long uid;
  private List<Change> listed = List.of();
  private Map<RawPath, RawPath> moves = Map.of();

  ReviewSource(
      NamedSession session,
      SessionName name,
      Merges merges,
      NamedPaths named,
      Layers layers,
      long uid) {
    this.session = session;
    this.name = name;
    this.merges = merges;
    this.named = named;
    this.layers = layers;
    this.uid = uid;
  }

  /** The reviewed changes among these. */
  List<Reviewed> reviewed(List<Change> changes) throws IOException {
    Selection selection = named.of(layers, changes);
    listed = selection.changes();
    List<Reviewed> all = Reviewed.all(layers, listed);
    moves = selection.moves(layers, all);
    return ChangesOutput.worthALine(all);
  }

  @Override
  public List<Reviewed> changes() throws IOException {
    return reviewed(layers.changes());
  }

  /**
   * Reads a change. A file that others have changed since the listing cannot be the base of a diff.
   */
  @Override
  public Inspected inspect(Reviewed reviewed) throws IOException {
    Change change = reviewed.change();
    if (ReviewedVersion.isTooLarge(change)) {
      throw new FileSystemException(change.path().shown(), null, "it is larger than 1 GiB");
    }
    try (Layers.Held held = layers.hold(change)) {
      FileDiff diff = FileDiff.of(layers, reviewed);
      ReviewedVersion seen =
          held.content().isPresent()
              ? ReviewedVersion.of(change, held.content().get())
              : ReviewedVersion.of(layers, change);
      Optional<Conflict> conflict =
          reviewed.others() == Others.NOTHING
              ? Optional.empty()
              : Conflict.of(layers, change, name.text());
      if (isOutdated(change)) {
        throw new FileSystemException(change.path().shown());
      }
      return new Inspected(diff, seen.from(reviewed.move().map(Moves.Move::from)), conflict);
    }
  }

  @Override
  public Outcome trial() throws IOException {
    return merges.merge(layers, listed, moves, Map.of(), true, false, uid);
  }

  @Override
  public Outcome trial(Map<RawPath, Approval> approvals) throws IOException {
    return merges.merge(
        layers,
        ReviewedChanges.withDirectories(listed, approvals),
        moves,
        approvals,
        true,
        false,
        uid);
  }

  @Override
  public boolean isOutdated() throws IOException {
    layers.lookAnew();
    for (Change change : listed) {
      if (isOutdated(change)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether the project has changed since the listing. A file that others had changed before
   * is compared by the merge again.
   */
  private boolean isOutdated(Change change) throws IOException {
    if (layers.others(change.path()) != Others.NOTHING
        || layers.git().closed(change.path()).isPresent()
        || change instanceof Change.Unclear
        || change instanceof Change.Renamed) {
      return false;
    }
    try {
      Optional<FileStatus> now = layers.project(change.path());
      return !now.map(FileStatus::changed).equals(change.statusBefore().map(FileStatus::changed));
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  @Override
  public boolean runs() {
    try {
      return session.intact().state() instanceof SessionState.Running;
    } catch (NotFound | Refused e) {
      return false; // it was renamed or removed during the review
    }
  }
}
