package dev.bawn.admin.mirror;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * Prints messages without waiting for the reader: a pipe that no process reads, or a stopped
 * terminal, would block the holder of a lock and every process that waits for this lock. Messages
 * that are not read in time are dropped.
 */
final class NonBlockingMessages implements Consumer<String> {

  private static final int MOST = 100;

  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST);
  private final Consumer<String> messages;
  private Thread speaker;

  NonBlockingMessages(Consumer<String> messages) {
    this.messages = messages;
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
        messages.accept(lines.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
