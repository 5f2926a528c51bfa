package dev.bawn.launcher.cli;

import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.Source;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a session changed, as a review reads it. */
final class ReviewSource implements Source {

  private final SessionWord session;
  private final SessionRecord record;
  private final Merges merges;
  private final NamedPaths named;
  private final Layers layers;
  private final long uid;
  private List<Change> listed = List.of();

  ReviewSource(
      SessionWord session,
      SessionRecord record,
      Merges merges,
      NamedPaths named,
      Layers layers,
      long uid) {
    this.session = session;
    this.record = record;
    this.merges = merges;
    this.named = named;
    this.layers = layers;
    this.uid = uid;
  }

  /** Those of these changes that are reviewed. */
  List<Reviewed> reviewed(List<Change> changes) throws IOException {
    listed = named.of(layers, changes).changes();
    return ChangesOutput.worthALine(Reviewed.all(layers, listed));
  }

  @Override
  public List<Reviewed> changes() throws IOException {
    return reviewed(layers.changes());
  }

  @Override
  public FileDiff diff(Reviewed reviewed) {
    return FileDiff.of(layers, reviewed);
  }

  @Override
  public Seen seen(Change change) throws IOException {
    return Seen.of(layers, change);
  }

  @Override
  public Optional<Conflict> conflict(RawPath path) throws IOException {
    return Conflict.of(layers, path, record.name().text());
  }

  @Override
  public Outcome trial() throws IOException {
    return merges.merge(layers, listed, true, false, uid);
  }

  @Override
  public boolean runs() {
    return session.sound().state() instanceof SessionState.Running;
  }
}
