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

/** The systemd units of bawn. Does nothing on systems without systemd. */
public final class BootUnits {

  /** The unit that loads the AppArmor policies of agents at boot. */
  public static final String POLICIES = "bawn-apparmor.service";

  /** The unit that keeps mirrors current. */
  public static final String MIRRORS = "bawn-mirrors.service";

  private final SystemLayout layout;

  /**
   * @param layout with the directory by which systemd shows that it runs
   */
  public BootUnits(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Starts a unit at each boot from now on.
   *
   * @param unit the name of a unit that is installed with bawn
   * @return whether the unit was disabled before
   */
  public boolean enable(String unit) throws IOException {
    return enable(unit, "enable");
  }

  /**
   * Starts a unit now and at each boot from now on. If its conditions are not met, it starts at the
   * next boot.
   *
   * @param unit the name of a unit that is installed with bawn
   * @return whether the unit was disabled before
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
   * Stops all units of bawn and disables them. Can be repeated.
   *
   * @param library the directory {@code lib/bawn}; the units are installed beside it
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
   * Tells whether a unit is started at each boot, by its link.
   *
   * @param unit the name of a unit that is installed with bawn
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

  /**
   * Checks for the directory that sd_booted(3) checks: systemctl may be installed on a system with
   * another init.
   */
  public boolean systemdRuns() {
    return Files.isDirectory(layout.at("run/systemd/system"));
  }
}
