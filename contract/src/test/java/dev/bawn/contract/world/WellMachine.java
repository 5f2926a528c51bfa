package dev.bawn.contract.world;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A healthy machine, for tests that damage it in one way. */
public final class WellMachine {

  private final World world;

  /**
   * @param root an empty directory
   */
  public WellMachine(Path root) throws IOException {
    world = new World(root);
    world.kernel().loadedAsSealed();
    put("etc/os-release", "ID=debian\n");
    put("proc/sys/kernel/osrelease", "5.12.0\n");
    put("proc/sys/user/max_user_namespaces", "15000\n");
    put("proc/sys/kernel/unprivileged_userns_clone", "1\n");
    put("proc/sys/fs/inotify/max_user_watches", "524288\n");
    put(
        "proc/self/mountinfo",
        """
        21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        22 21 0:5 / /proc rw,nosuid,nodev,noexec - proc proc rw
        """);
    for (String name :
        List.of("apparmor_parser", "aa-exec", "tar", "setfacl", "tmux", "inotifywait", "visudo")) {
      program(name);
    }
    put("usr/bin/sudo", "#!/bin/sh\nexit 0\n");
    mode("usr/bin/sudo", "rwxr-xr-x");
    mode("usr/bin/git", "rwxr-xr-x");
    World.directory(at("home/alice/app"));
    install();
  }

  private void install() throws IOException {
    put("usr/lib/bawn/session.bpf", "0123456789abcdef");
    put("usr/lib/bawn/jit.bpf", "0123456789abcdef");
    for (String program : List.of("bawn", "bawn-admin")) {
      put("usr/lib/bawn/" + program + "-0123456789ab.jar", "jar");
      put("usr/lib/bawn/" + program + "-0123456789ab.aot", "cache");
    }
    put("usr/lib/bawn/bawn-0123456789ab.start.aot", "cache");
    put("usr/lib/bawn/bawn-0123456789ab.own.aot", "cache");
    put("usr/lib/jvm/java-25/lib/modules", "modules");
    Path modules = at("usr/lib/jvm/java-25/lib/modules");
    long seconds = Files.getLastModifiedTime(modules).to(TimeUnit.SECONDS);
    put("usr/lib/bawn/jdk", at("usr/lib/jvm/java-25") + "\n7 " + seconds + "\n");
  }

  /** Returns its agent, its keys and its installation. */
  public World world() {
    return world;
  }

  /** Returns its paths. */
  public SystemLayout layout() {
    return world.layout();
  }

  /** Returns a path of it from a relative path. */
  public Path at(String relative) {
    return layout().at(relative);
  }

  /** Writes a file of root. */
  public void put(String relative, String content) throws IOException {
    World.write(at(relative), content);
  }

  /** Installs a program. */
  public void program(String name) throws IOException {
    put("usr/bin/" + name, name);
    mode("usr/bin/" + name, "rwxr-xr-x");
  }

  /** Removes a file. */
  public void remove(String relative) throws IOException {
    Files.delete(at(relative));
  }

  /** Sets the permissions of a file or directory, for example {@code rwxr-xr-x}. */
  public void mode(String relative, String permissions) throws IOException {
    Files.setPosixFilePermissions(at(relative), PosixFilePermissions.fromString(permissions));
  }
}
