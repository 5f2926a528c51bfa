package dev.bawn.admin.mirror;

import dev.bawn.admin.mirror.SyncProcesses.Brought;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps one mirror current. A child of the owner's tells what changes; what a burst of changes is
 * about is brought over at once, and when it is over, everything is compared once, so that nothing
 * that a watcher can miss (a directory made and filled before it was watched, an index) stays
 * behind.
 *
 * <p>To be run by one thread, as {@link Watched} says.
 */
final class LiveMirror implements Runnable {

  /** The end of a burst, and how long one may go on before it is looked at. */
  private static final Duration QUIET = Duration.ofMillis(15);

  private static final Duration BURST = Duration.ofMillis(200);
  private static final Duration LONG_QUIET = Duration.ofMillis(60);
  private static final Duration LONG_BURST = Duration.ofSeconds(1);

  /**
   * When everything is compared: so long after a change, but never more than a part of the time.
   */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final int PART_OF_THE_TIME = 20;

  /** How long started processes wait for another change: a file is seldom written only once. */
  private static final Duration WARM = Duration.ofMinutes(1);

  /** Also without a change: settings of git outside of the project may say something else. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  /** What comes next if nothing changes. */
  private enum Then {
    COMPARE,
    DISMISS,
    REST
  }

  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final Duration SETTING_UP = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final int MOST_TALK = 1 << 16;
  private static final String READY = "Watches established.";

  private final Assignment assignment;
  private final SandboxedMirrors mirrors;
  private final CurrentMarkerFile sign;
  private final Consumer<String> talk;
  private String lastSaid = "";

  /** How long it took the last time to compare everything, in nanoseconds. */
  private long whole;

  /**
   * @param assignment one of those that share the mirror
   * @param sign of the mirror
   * @param talk hears what is wrong, once
   */
  LiveMirror(
      Assignment assignment,
      SandboxedMirrors mirrors,
      CurrentMarkerFile sign,
      Consumer<String> talk) {
    this.assignment = assignment;
    this.mirrors = mirrors;
    this.sign = sign;
    this.talk = talk;
  }

  /** Works until it is interrupted. */
  @Override
  public void run() {
    try {
      while (true) {
        try {
          follow();
        } catch (Failure e) {
          say(assignment.mirror() + ": " + e.what() + "; " + e.mend());
        } catch (IOException e) {
          say(assignment.mirror() + ": " + Printable.of(String.valueOf(e.getMessage())));
        } finally {
          sign.takeDown();
        }
        Thread.sleep(longer(RETRY));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      talk.accept(assignment.mirror() + ": " + Printable.of(String.valueOf(e.getMessage())));
    }
  }

  /** Follows the project until something is wrong. */
  private void follow() throws IOException, InterruptedException {
    try (Watched children = new Watched(_ -> {})) {
      Process watcher = mirrors.watch(assignment, children);
      ChangeFeed feed = new ChangeFeed();
      children.carry(watcher.getInputStream(), feed);
      BoundedOutput talk = children.keep(watcher.getErrorStream(), MOST_TALK);
      awaitReady(watcher, talk);
      keepUp(feed, talk);
    }
  }

  private void awaitReady(Process watcher, BoundedOutput words)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + SETTING_UP.toNanos();
    while (!words.text().contains(READY)) {
      if (!watcher.isAlive() || System.nanoTime() > end) {
        bringAll();
        throw unable(watcher.isAlive() ? words : words.complete());
      }
      Thread.sleep(LOOK);
    }
  }

  private void keepUp(ChangeFeed feed, BoundedOutput words)
      throws IOException, InterruptedException {
    String root = bringAll().root();
    say("");
    Then then = Then.REST;
    try (StandbyProcesses standby = mirrors.standby(assignment)) {
      while (true) {
        if (feed.isEmpty()) {
          sign.putUp();
        }
        if (then != Then.REST) {
          standby.prepare();
        }
        boolean told = feed.await(pause(then));
        if (feed.isClosed() || words.text().contains("Couldn't watch")) {
          throw unable(words);
        }
        if (told) {
          sign.takeDown();
          requireSame(root, bring(takeFrom(feed), standby));
          then = Then.COMPARE;
        } else if (then == Then.DISMISS) {
          standby.dismiss();
          then = Then.REST;
        } else {
          requireSame(root, bringAll());
          then = then == Then.COMPARE ? Then.DISMISS : then;
        }
      }
    }
  }

  private Duration pause(Then then) {
    return switch (then) {
      case COMPARE -> longer(SETTLED);
      case DISMISS -> WARM;
      case REST -> IDLE;
    };
  }

  /** The end of many changes is awaited: one look at everything is faster than several. */
  private static ChangedNames takeFrom(ChangeFeed feed) throws InterruptedException {
    feed.awaitQuiet(QUIET, BURST);
    if (feed.isLong()) {
      feed.awaitQuiet(LONG_QUIET, LONG_BURST);
    }
    return feed.take();
  }

  private void requireSame(String root, Brought brought) {
    if (!brought.root().equals(root)) {
      throw new NotFound(
          assignment.source() + " was replaced by another directory",
          "bawn-admin watches the new directory from now on");
    }
  }

  /**
   * As long as that, but where everything takes long to compare, so long that it is a small part.
   */
  private Duration longer(Duration time) {
    Duration most = Duration.ofNanos(whole).multipliedBy(PART_OF_THE_TIME);
    return most.compareTo(time) > 0 ? most : time;
  }

  /** What cannot be done in part is done whole. */
  private Brought bring(ChangedNames changes, StandbyProcesses standby) throws IOException {
    if (changes.areKnown()) {
      try (SyncProcesses processes = standby.take()) {
        Optional<Brought> brought = mirrors.bringPart(assignment, changes, processes);
        if (brought.isPresent()) {
          return brought.get();
        }
      } catch (Failed | Refused e) {
        // The reason, if it lasts, comes again, and is told then.
        return bringAll();
      }
    }
    return bringAll();
  }

  private Brought bringAll() throws IOException {
    long began = System.nanoTime();
    Brought brought = mirrors.refresh(assignment);
    whole = System.nanoTime() - began;
    return brought;
  }

  /** The words of inotifywait, for people. */
  private Failure unable(BoundedOutput words) {
    String said = words.text();
    if (said.contains("upper limit") || said.contains("No space left")) {
      return new Failed(
          assignment.source() + " has more directories than may be watched",
          "raise the limit: sysctl fs.inotify.max_user_watches=1048576");
    }
    if (said.contains("Too many open files") || said.contains("initialize inotify")) {
      return new Failed(
          "the owner of the project has too many watchers already",
          "raise the limit: sysctl fs.inotify.max_user_instances=1024");
    }
    if (said.contains("inotifywait: command not found")) {
      return new Failed("inotifywait is not installed", "install the package inotify-tools");
    }
    return new Failed(
        "watching " + assignment.source() + " ended: " + Printable.of(words.lastLine()),
        "bawn-admin tries again");
  }

  /** Once, until it is something else. */
  private void say(String line) {
    if (!line.equals(lastSaid) && !line.isEmpty()) {
      talk.accept(line);
    }
    lastSaid = line;
  }
}
