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
 * Keeps one mirror current. A child process with the owner's uid reports changes. After a burst of
 * changes, the mirror gets the changed names at once. After the last burst, the whole project is
 * compared once, because a watcher can miss changes: a directory that was created and filled before
 * it was watched, or the index of git.
 *
 * <p>Only one thread may use an object of this class, see {@link Watched}.
 */
final class LiveMirror implements Runnable {

  /**
   * The pause that ends a burst; {@code BURST} is the longest time before the changes are handled
   * anyway.
   */
  private static final Duration QUIET = Duration.ofMillis(15);

  private static final Duration BURST = Duration.ofMillis(200);
  private static final Duration LONG_QUIET = Duration.ofMillis(60);
  private static final Duration LONG_BURST = Duration.ofSeconds(1);

  /**
   * The pause after a change before the whole project is compared. It is longer if a comparison
   * takes long, so that comparisons use a small part of the time only.
   */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final int PART_OF_THE_TIME = 20;

  /** How long the started processes wait for another change: a file is seldom written only once. */
  private static final Duration WARM = Duration.ofMinutes(1);

  /**
   * The time after which the whole project is compared even without a change: settings of git
   * outside the project can change the list.
   */
  private static final Duration IDLE = Duration.ofMinutes(10);

  /** The next step if no change is reported. */
  private enum Then {
    COMPARE,
    DISMISS,
    REST
  }

  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final Duration SETTING_UP = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final int MOST_ERRORS = 1 << 16;
  private static final String READY = "Watches established.";

  private final Assignment assignment;
  private final SandboxedMirrors mirrors;
  private final CurrentMarkerFile sign;
  private final Consumer<String> messages;
  private String lastSaid = "";

  /** The duration of the last comparison of the whole project, in nanoseconds. */
  private long whole;

  /**
   * @param assignment one of the assignments that share the mirror
   * @param sign the marker of the mirror
   * @param messages receives each error once
   */
  LiveMirror(
      Assignment assignment,
      SandboxedMirrors mirrors,
      CurrentMarkerFile sign,
      Consumer<String> messages) {
    this.assignment = assignment;
    this.mirrors = mirrors;
    this.sign = sign;
    this.messages = messages;
  }

  /** Runs until the thread is interrupted. */
  @Override
  public void run() {
    try {
      while (true) {
        try {
          follow();
        } catch (Failure e) {
          say(assignment.mirror() + ": " + e.what() + "; " + e.hint());
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
      messages.accept(assignment.mirror() + ": " + Printable.of(String.valueOf(e.getMessage())));
    }
  }

  /** Keeps the mirror current until an error occurs. */
  private void follow() throws IOException, InterruptedException {
    try (Watched children = new Watched(_ -> {})) {
      Process watcher = mirrors.watch(assignment, children);
      ChangeFeed feed = new ChangeFeed();
      children.carry(watcher.getInputStream(), feed);
      BoundedOutput errors = children.keep(watcher.getErrorStream(), MOST_ERRORS);
      awaitReady(watcher, errors);
      keepUp(feed, errors);
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

  /**
   * Waits until a burst is over, longer if many changes are queued: one comparison of the whole
   * project is faster than several.
   */
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
   * Returns the given time, or a longer one if a comparison of the whole project takes long, so
   * that comparisons use a small part of the time only.
   */
  private Duration longer(Duration time) {
    Duration most = Duration.ofNanos(whole).multipliedBy(PART_OF_THE_TIME);
    return most.compareTo(time) > 0 ? most : time;
  }

  /**
   * Updates the mirror with the changes, or compares the whole project if a partial update is not
   * possible.
   */
  private Brought bring(ChangedNames changes, StandbyProcesses standby) throws IOException {
    if (changes.areKnown()) {
      try (SyncProcesses processes = standby.take()) {
        Optional<Brought> brought = mirrors.bringPart(assignment, changes, processes);
        if (brought.isPresent()) {
          return brought.get();
        }
      } catch (Failed | Refused e) {
        // A lasting error occurs again in bringAll, which reports it.
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

  /** Explains the errors of inotifywait. */
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

  /** Reports a line, unless it was the last one reported. */
  private void say(String line) {
    if (!line.equals(lastSaid) && !line.isEmpty()) {
      messages.accept(line);
    }
    lastSaid = line;
  }
}
