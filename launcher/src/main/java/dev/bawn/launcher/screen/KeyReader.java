package dev.bawn.launcher.screen;

import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Reads a key only after the previous one was handled, so that keys for an editor go to the editor.
 */
final class KeyReader {

  private final Semaphore wanted = new Semaphore(0);
  private final FullScreen screen;
  private final Events events;
  private final Consumer<Optional<Pressed>> pressed;

  /**
   * @param pressed handles each key as an event; empty if the terminal has hung up
   */
  KeyReader(FullScreen screen, Events events, Consumer<Optional<Pressed>> pressed) {
    this.screen = screen;
    this.events = events;
    this.pressed = pressed;
  }

  /** Starts the thread, which reads the first key. */
  void begin() {
    Thread reader = new Thread(this::read, "keys");
    reader.setDaemon(true);
    reader.start();
    next();
  }

  /** Requests the next key. */
  void next() {
    wanted.release();
  }

  private void read() {
    try {
      Optional<Pressed> key = Optional.empty();
      do {
        wanted.acquire();
        key = screen.read();
        Optional<Pressed> read = key;
        events.first(() -> pressed.accept(read));
      } while (key.isPresent());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
