package dev.bawn.admin.mirror;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * Says things without waiting until somebody hears them: a pipe that nobody empties, or a terminal
 * that was stopped, would hold up what is done under a lock, and everybody who waits for that. What
 * is not heard in time is left out.
 */
final class Aside implements Consumer<String> {

  private static final int MOST = 100;

  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST);
  private final Consumer<String> talk;
  private Thread speaker;

  Aside(Consumer<String> talk) {
    this.talk = talk;
  }

  @Override
  public synchronized void accept(String line) {
    if (lines.offer(line) && speaker == null) {
      speaker = Thread.ofPlatform().daemon().start(this::speak);
    }
  }

  private void speak() {
    try {
      while (true) {
        talk.accept(lines.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
