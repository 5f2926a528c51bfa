package dev.bawn.launcher.machine;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The limits that systemd's user manager can set for the caller, see user@.service(5).
 *
 * @param controllers the controllers of its control group, such as {@code memory}; empty if the
 *     manager does not run, or busctl(1) cannot call it
 */
public record UserManager(Set<String> controllers) {

  public static final UserManager NONE = new UserManager(Set.of());

  public UserManager {
    controllers = Set.copyOf(controllers);
  }

  /**
   * Reads the controllers from the file system only: where cgroup v2 is mounted, and which
   * controllers systemd delegated.
   */
  public static UserManager of(SystemLayout layout, Uid user) {
    int uid = user.number();
    Path group =
        layout.at("sys/fs/cgroup/user.slice/user-" + uid + ".slice/user@" + uid + ".service");
    if (!Files.exists(layout.at("run/user/" + uid + "/bus"))
        || !Files.isExecutable(layout.at("usr/bin/busctl"))) {
      return NONE;
    }
    try {
      String text = Files.readString(group.resolve("cgroup.controllers")).strip();
      return new UserManager(Set.of(text.split("\\s+")));
    } catch (IOException e) {
      return NONE;
    }
  }
}
