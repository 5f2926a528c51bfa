package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock has one holder at a time, also if its file is removed. */
final class HeldLockTest {

  @TempDir private Path directory;

  @Test
  void a_lock_is_held_once_and_free_again() throws Exception {
    Path file = directory.resolve("lock");
    try (HeldLock _ = HeldLock.take(file, "another", _ -> {})) {
      assertTrue(HeldLock.isHeld(file));
      assertEquals(Optional.empty(), HeldLock.tryTake(file));
    }
    assertFalse(HeldLock.isHeld(file));
    HeldLock.tryTake(file).orElseThrow().close();
  }

  @Test
  void a_lock_that_is_removed_is_free_and_gone() throws Exception {
    Path file = directory.resolve("lock");
    HeldLock.tryTake(file).orElseThrow().remove();
    assertFalse(Files.exists(file));
    assertFalse(HeldLock.isHeld(file));
  }

  @Test
  void who_waits_for_a_lock_that_is_removed_gets_that_of_the_file_which_others_see()
      throws Exception {
    Path file = directory.resolve("lock");
    HeldLock first = HeldLock.take(file, "nobody", _ -> {});
    CompletableFuture<HeldLock> waiting = CompletableFuture.supplyAsync(() -> take(file));
    Thread.sleep(100);
    assertFalse(waiting.isDone());
    first.remove();
    try (HeldLock _ = waiting.get(10, TimeUnit.SECONDS)) {
      assertTrue(Files.exists(file));
      assertTrue(HeldLock.isHeld(file));
      assertEquals(Optional.empty(), HeldLock.tryTake(file));
    }
  }

  private static HeldLock take(Path file) {
    try {
      return HeldLock.take(file, "the first", _ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
