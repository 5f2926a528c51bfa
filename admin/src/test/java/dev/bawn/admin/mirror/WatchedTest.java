package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.TimedOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class WatchedTest {

  private static final Duration SHORT = Duration.ofSeconds(1);

  @Test
  void bytes_go_from_one_process_to_the_other() throws Exception {
    try (Watched watched = new Watched(_ -> {})) {
      Process from = watched.start(new ProcessBuilder("seq", "100000"));
      Process to = watched.start(new ProcessBuilder("wc", "-l"));
      watched.carry(from.getInputStream(), to.getOutputStream());
      BoundedOutput kept = watched.keep(to.getInputStream(), 100);
      assertEquals(0, watched.await(to));
      assertEquals("100000\n", kept.complete().text());
    }
  }

  @Test
  void silence_ends_every_process() throws Exception {
    Process silent;
    Process other;
    try (Watched watched = new Watched(_ -> {}, SHORT)) {
      silent = watched.start(new ProcessBuilder("setsid", "sleep", "60"));
      other = watched.start(new ProcessBuilder("setsid", "sleep", "60"));
      TimedOut end = assertThrows(TimedOut.class, () -> watched.await(silent));
      assertEquals("timed out after 1 s without data while reading the project", end.what());
    }
    assertTrue(silent.waitFor(5, TimeUnit.SECONDS));
    assertTrue(other.waitFor(5, TimeUnit.SECONDS));
  }

  @Test
  void a_process_that_goes_on_talking_is_not_silent() throws Exception {
    try (Watched watched = new Watched(_ -> {}, Duration.ofSeconds(4))) {
      Process slow =
          watched.start(
              new ProcessBuilder("sh", "-c", "for i in 1 2 3 4 5; do sleep 1; echo $i; done"));
      BoundedOutput kept = watched.keep(slow.getInputStream(), 100);
      assertEquals(0, watched.await(slow));
      assertEquals("5", kept.complete().lastLine());
    }
  }

  @Test
  void a_byte_now_and_then_is_too_slow_and_many_are_not() throws Exception {
    TransferTimeout pace = new TransferTimeout(Duration.ofSeconds(2), 1000, Duration.ofMinutes(1));
    Duration idle = Duration.ofMinutes(1);
    try (Watched watched = new Watched(_ -> {}, idle, pace)) {
      Process slow =
          watched.start(new ProcessBuilder("sh", "-c", "while sleep 0.5; do echo; done"));
      watched.keep(slow.getInputStream(), 100);
      TimedOut end = assertThrows(TimedOut.class, () -> watched.await(slow));
      assertEquals("reading the project is too slow: 0 KiB in 2 s", end.what());
    }
    try (Watched watched = new Watched(_ -> {}, idle, pace)) {
      Process large =
          watched.start(new ProcessBuilder("sh", "-c", "head -c 9000000 /dev/zero; sleep 4"));
      watched.keep(large.getInputStream(), 100);
      assertEquals(0, watched.await(large));
    }
  }

  @Test
  void no_transfer_takes_longer_than_the_most() {
    TransferTimeout pace = TransferTimeout.OF_MIRRORS;
    assertTrue(pace.allows(Duration.ofMinutes(2), 0));
    assertFalse(pace.allows(Duration.ofSeconds(121), 0));
    assertTrue(pace.allows(Duration.ofHours(2), 10L << 30));
    assertFalse(pace.allows(Duration.ofHours(4), Long.MAX_VALUE));
    assertTrue(TransferTimeout.OF_ANSWERS.allows(Duration.ofMinutes(1), 0));
    assertFalse(TransferTimeout.OF_ANSWERS.allows(Duration.ofSeconds(61), Long.MAX_VALUE));
  }

  @Test
  void progress_is_told_after_a_second_and_not_before() throws Exception {
    List<Long> told = new ArrayList<>();
    try (Watched watched = new Watched(told::add)) {
      watched.await(watched.start(new ProcessBuilder("sleep", "0.3")));
      assertEquals(List.of(), told);
      watched.await(watched.start(new ProcessBuilder("sleep", "1.2")));
      assertEquals(List.of(0L), told);
    }
  }

  @Test
  void what_is_too_much_is_dropped_and_never_blocks() throws Exception {
    try (Watched watched = new Watched(_ -> {})) {
      Process loud = watched.start(new ProcessBuilder("head", "-c", "1000000", "/dev/zero"));
      BoundedOutput kept = watched.keep(loud.getInputStream(), 1000);
      assertEquals(0, watched.await(loud));
      assertEquals(1000, kept.complete().bytes().length);
      assertTrue(kept.isCut());
    }
  }

  @Test
  void exactly_as_much_as_fits_is_not_cut() throws Exception {
    try (Watched watched = new Watched(_ -> {})) {
      Process child = watched.start(new ProcessBuilder("head", "-c", "1000", "/dev/zero"));
      BoundedOutput kept = watched.keep(child.getInputStream(), 1000);
      assertEquals(0, watched.await(child));
      assertFalse(kept.complete().isCut());
    }
  }
}
