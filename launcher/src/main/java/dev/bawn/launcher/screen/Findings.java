package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.Reviewed;
import java.util.List;
import java.util.function.Consumer;

/** Takes the results of the inspection over into the review. */
final class Findings implements Inspection.Told {

  private final ReviewList list;
  private final DiffPane diff;
  private final Consumer<Entry> keep;
  private final Consumer<String> say;
  private final Runnable awaited;
  private Inspection inspection;

  /**
   * @param keep writes the present decision about a change
   * @param say displays a message
   * @param awaited is called when the user waits for the result
   */
  Findings(
      ReviewList list,
      DiffPane diff,
      Consumer<Entry> keep,
      Consumer<String> say,
      Runnable awaited) {
    this.list = list;
    this.diff = diff;
    this.keep = keep;
    this.say = say;
    this.awaited = awaited;
  }

  /** Requests the inspection of all changes that were not read yet. */
  void readBy(Inspection reading) {
    inspection = reading;
    diff.readBy(reading::readNow);
    for (Entry entry : list.entries()) {
      if (entry.seen().isEmpty()) {
        reading.readLater(entry.reviewed());
      }
    }
    reading.tryLater();
  }

  @Override
  public void read(Reviewed of, ReviewedVersion seen, View view) {
    list.find(of.change().path())
        .filter(each -> each.reviewed().equals(of))
        .ifPresent(entry -> read(entry, seen, view));
  }

  private void read(Entry entry, ReviewedVersion seen, View view) {
    boolean wasUnread = entry.decision().filter(each -> each.seen().isEmpty()).isPresent();
    boolean isLost = entry.read(seen, view);
    if (isLost) {
      say.accept(
          entry.path().shown()
              + (entry.lostEdit().isPresent()
                  ? " was changed: check the text that you edited (e)"
                  : " was changed, so your decision about it no longer counts"));
    }
    if (isLost || wasUnread) {
      keep.accept(entry);
    }
    if (list.selected().filter(each -> each == entry).isPresent()) {
      diff.put(entry.path(), view);
      awaited.run();
    }
  }

  @Override
  public void unreadable(Reviewed of, String why) {
    list.find(of.change().path())
        .filter(each -> each.reviewed().equals(of))
        .ifPresent(entry -> {
          entry.unreadable(why);
          awaited.run();
        });
  }

  @Override
  public void disturbed() {
    say.accept("files changed during the review: bawn read the list of changes again");
    diff.begin();
    inspection.listNow();
  }

  @Override
  public void listed(List<Reviewed> changes) {
    list.list(changes);
    if (list.entries().stream().anyMatch(each -> each.seen().isEmpty())) {
      readBy(inspection);
    }
  }

  @Override
  public void tried(Outcome outcome) {
    list.wait(outcome);
  }
}
