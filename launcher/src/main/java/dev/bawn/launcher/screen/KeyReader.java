package dev.bawn.launcher.screen;

import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Reads a key when the one before has been dealt with: the keys of an editor are its own. */
final class KeyReader {

  private final Semaphore wanted = new Semaphore(0);
  private final FullScreen screen;
  private final Events events;
  private final Consumer<Optional<Pressed>> pressed;

  /**
   * @param pressed hears of each key as an event; of nothing where the terminal is gone
   */
  KeyReader(FullScreen screen, Events events, Consumer<Optional<Pressed>> pressed) {
    this.screen = screen;
    this.events = events;
    this.pressed = pressed;
  }

  /** Begins, in a thread of its own, with the first key. */
  void begin() {
    Thread reader = new Thread(this::read, "keys");
    reader.setDaemon(true);
    reader.start();
    next();
  }

  /** The next key is wanted. */
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
