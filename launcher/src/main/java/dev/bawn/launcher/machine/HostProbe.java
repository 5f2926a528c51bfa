package dev.bawn.launcher.machine;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.mount.MountGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the facts about the machine for an unprivileged session. */
public final class HostProbe {

  private static final List<String> TOP = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");
  private static final List<String> MORE = List.of("opt", "nix");

  private final SystemLayout layout;
  private final Installation installation;
  private final RootOwned rootOwned;

  /**
   * @param layout the directories of the system
   * @param installation the installation with the bubblewrap to use
   * @param rootOwned decides whether a program belongs to root
   */
  public HostProbe(SystemLayout layout, Installation installation, RootOwned rootOwned) {
    this.layout = layout;
    this.installation = installation;
    this.rootOwned = rootOwned;
  }

  /**
   * Reads the facts.
   *
   * @param caller the user who starts a session
   * @param environment the caller's
   * @param gate decides which of the caller's files a session gets
   * @param withGit whether to look up the caller's files of git settings
   */
  public Host probe(Uid caller, Map<String, String> environment, MountGate gate, boolean withGit) {
    requireOutside(environment);
    installation.requireStarters();
    UserNamespaces.require(layout, installation.library().resolve("open-mounts"));
    Perl.require(layout);
    SortedMap<String, String> links = new TreeMap<>();
    List<String> directories = new ArrayList<>();
    top(links, directories);
    Path home = home(environment);
    List<String> notShown = new ArrayList<>();
    return new Host(
        caller,
        group(),
        home,
        path(environment),
        Path.of(Files.exists(layout.at("usr/bin/bash")) ? "/bin/bash" : "/bin/sh"),
        Bubblewrap.of(installation, rootOwned),
        links,
        SystemFiles.of(layout.root(), directories, installation.library()),
        Toolchains.below(home, gate, notShown),
        Personal.of(home, environment, gate, withGit, notShown),
        LandlockScopes.of(layout),
        notShown);
  }

  /**
   * Requires that this process is in no session.
   *
   * @param environment the caller's
   */
  public static void requireOutside(Map<String, String> environment) {
    Optional<String> session = session(environment);
    if (session.isPresent()) {
      throw new Refused(
          "bawn cannot start a session inside the session " + Printable.of(session.get()),
          "run the command itself here, or start the session outside");
    }
  }

  /**
   * The session in which this process is; empty outside of all sessions.
   *
   * @param environment the caller's
   */
  public static Optional<String> session(Map<String, String> environment) {
    String session = environment.getOrDefault("BAWN_SESSION", "");
    return session.isEmpty() ? Optional.empty() : Optional.of(session);
  }

  private void top(SortedMap<String, String> links, List<String> directories) {
    try {
      for (String name : TOP) {
        Path path = layout.at(name);
        if (Files.isSymbolicLink(path)) {
          links.put("/" + name, Files.readSymbolicLink(path).toString());
        } else if (Files.isDirectory(path)) {
          directories.add("/" + name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String name : MORE) {
      if (Files.isDirectory(layout.at(name))) {
        directories.add("/" + name);
      }
    }
  }

  /** The caller's home, without links. */
  public static Path home(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    try {
      if (home.startsWith("/")) {
        return Path.of(home).toRealPath();
      }
    } catch (IOException e) {
      throw new Failed("HOME is not a directory: " + home, "run: export HOME=DIRECTORY");
    }
    throw new Failed("HOME is not set to a directory", "run: export HOME=DIRECTORY");
  }

  private static List<Path> path(Map<String, String> environment) {
    List<Path> path = new ArrayList<>();
    for (String directory : environment.getOrDefault("PATH", "").split(":")) {
      if (directory.startsWith("/") && directory.indexOf('\ufffd') < 0) {
        path.add(Path.of(directory));
      }
    }
    return path;
  }

  /** The caller's group: the group of a process's directory in {@code /proc}. */
  public static Uid group() {
    try {
      return new Uid((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:gid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
