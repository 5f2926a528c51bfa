package dev.bawn.admin.system;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** bawn's own work at boot, where systemd does it. Elsewhere nothing happens. */
public final class BootUnits {

  /** The one that loads the policies of agents. */
  public static final String POLICIES = "bawn-apparmor.service";

  /** The one that keeps mirrors current. */
  public static final String MIRRORS = "bawn-mirrors.service";

  private final SystemLayout layout;

  /**
   * @param layout where systemd leaves the sign that it runs
   */
  public BootUnits(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Starts a unit at each boot from now on.
   *
   * @param unit the name of one that is installed with bawn
   * @return whether it was not until now
   */
  public boolean enable(String unit) throws IOException {
    return enable(unit, "enable");
  }

  /**
   * Starts a unit now and at each boot from now on. Where its conditions are not met it waits for
   * the next time.
   *
   * @param unit the name of one that is installed with bawn
   * @return whether it was not until now
   */
  public boolean start(String unit) throws IOException {
    return enable(unit, "enable", "--now");
  }

  private boolean enable(String unit, String... words) throws IOException {
    if (!systemdRuns()) {
      return false;
    }
    boolean before = isEnabled(unit);
    List<String> line = new ArrayList<>(List.of("--quiet"));
    line.addAll(List.of(words));
    line.add(unit);
    SystemProgram.named("systemctl").must(line.toArray(String[]::new));
    return !before;
  }

  /**
   * Ends all of bawn's units, and starts none of them any more. Safe to repeat.
   *
   * @param library the directory {@code lib/bawn}, beside which they are installed
   */
  public void disable(Path library) throws IOException {
    Path units = library.resolveSibling("systemd/system");
    if (!systemdRuns() || !Files.isDirectory(units)) {
      return;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(units, "bawn*")) {
      for (Path unit : all) {
        SystemProgram.named("systemctl")
            .must("--quiet", "disable", "--now", unit.getFileName().toString());
      }
    }
  }

  /**
   * Whether a unit is started at each boot, seen from its link.
   *
   * @param unit the name of one that is installed with bawn
   */
  public boolean isEnabled(String unit) throws IOException {
    Path settings = layout.at("etc/systemd/system");
    if (!Files.isDirectory(settings)) {
      return false;
    }
    try (DirectoryStream<Path> targets = Files.newDirectoryStream(settings, "*.wants")) {
      for (Path target : targets) {
        if (Files.exists(target.resolve(unit), LinkOption.NOFOLLOW_LINKS)) {
          return true;
        }
      }
      return false;
    }
  }

  /** The sign that sd_booted(3) looks for: systemctl may be installed where another init runs. */
  public boolean systemdRuns() {
    return Files.isDirectory(layout.at("run/systemd/system"));
  }
}
