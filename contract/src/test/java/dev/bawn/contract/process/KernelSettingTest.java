package dev.bawn.contract.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelSettingTest {

  @Test
  void a_value_of_the_kernels_own_is_read_whole() throws Exception {
    Process cat = new ProcessBuilder("cat", "/proc/sys/kernel/pid_max").start();
    String expected = new String(cat.getInputStream().readAllBytes()).strip();
    assertEquals(Optional.of(expected), KernelSetting.text(Path.of("/proc/sys/kernel/pid_max")));
  }

  @Test
  void a_setting_that_the_kernel_lacks_is_nothing() throws IOException {
    assertEquals(Optional.empty(), KernelSetting.text(Path.of("/proc/sys/kernel/none-such")));
  }
}
