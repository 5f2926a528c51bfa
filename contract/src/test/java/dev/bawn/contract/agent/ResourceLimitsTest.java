package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceLimitsTest {

  @Test
  void numbers_are_read_as_users_type_them() {
    assertEquals(4L << 30, ResourceLimits.memory("4G"));
    assertEquals(512L << 20, ResourceLimits.memory("512M"));
    for (String same : List.of("4g", "4GB", "4gb", "4GiB")) {
      assertEquals(4L << 30, ResourceLimits.memory(same), same);
    }
    assertEquals(150, ResourceLimits.cpus("1.5"));
    assertEquals(200, ResourceLimits.cpus("2"));
    assertEquals(25, ResourceLimits.cpus("0.25"));
    assertEquals(500, ResourceLimits.pids("500"));
  }

  @Test
  void processor_time_is_written_as_it_is_read() {
    for (String text : List.of("2", "1.5", "0.25", "10", "0.01")) {
      assertEquals(text, new ResourceLimits(0, ResourceLimits.cpus(text), 0).cpusText());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "1M", "-4G", "4 G", "4B", "4iB", "lots", "99999999999999999999G"})
  void memory_is_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ResourceLimits.memory(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0.00", "-1", "1.555", "1e3", "99999", "two"})
  void cpus_are_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ResourceLimits.cpus(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "7", "-1", "4194305", "1.5", "many"})
  void pids_are_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ResourceLimits.pids(text));
  }
}
