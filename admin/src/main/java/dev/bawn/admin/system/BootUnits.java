package dev.bawn.admin.system;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;

/** bawn's own work at boot, where systemd does it. Elsewhere nothing happens. */
public final class BootUnits {

  private final Layout layout;

  /**
   * @param layout where systemd leaves the sign that it runs
   */
  public BootUnits(Layout layout) {
    this.layout = layout;
  }

  /**
   * Starts a unit at each boot from now on.
   *
   * @param unit the name of one that is installed with bawn
   */
  public void enable(String unit) throws IOException {
    // The sign that sd_booted(3) looks for: systemctl may be installed where another init runs.
    if (Files.isDirectory(layout.at("run/systemd/system"))) {
      SystemProgram.named("systemctl").must("--quiet", "enable", unit);
    }
  }
}
