package dev.bawn.contract.sandbox;

import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One step in building the sandbox of a session. bubblewrap(1) carries the steps out in order. Each
 * kind is a {@link Mount}, which has a mount point, or a {@link Setting}, and has its arguments: a
 * new kind that lacks one of these does not compile.
 */
public sealed interface SandboxStep {

  /**
   * Its arguments of bubblewrap(1).
   *
   * @param withIdentity for {@code open-mounts}, which opens the paths of the host and passes
   *     descriptors to bubblewrap: before each such path is the identity that it must have
   */
  List<String> arguments(boolean withIdentity);

  /** A step that mounts or makes something at a path in the session. */
  sealed interface Mount extends SandboxStep {

    /** The path in the session. */
    InsidePath at();

    /**
     * The directory of the host whose files the session can replace through this mount; nothing may
     * be mounted below one, see {@link MountOrder}. New memory and devices do not count.
     */
    Optional<HostPath> written();

    /** Tells whether it may be below a writable path: see {@link MountOrder}. */
    default boolean isKept() {
      return false;
    }
  }

  /** A step that sets an attribute of the session, or its environment. */
  sealed interface Setting extends SandboxStep {}

  /** How a path of the host is mounted. */
  enum Manner {
    /** Read-only; the start fails if the path is missing. */
    READ_ONLY("--ro-bind"),
    /**
     * Read-only and without sockets: no process can connect to a socket through an overlay, which
     * {@code open-mounts} mounts first. For bubblewrap it is a read-only bind.
     */
    FILES("--ro-bind"),
    /** Read-only, if the host has the path. */
    READ_ONLY_IF_PRESENT("--ro-bind-try"),
    /** Writable; no mount point may be below it. */
    WRITABLE("--bind"),
    /**
     * Read-only within a writable path. The launcher has verified that it is no link, and that no
     * other session can replace it by one. Sockets are left out, too.
     */
    KEPT_READ_ONLY("--ro-bind"),
    /**
     * A directory within a writable path, mounted on itself or on a mount point in it: the kernel
     * renames and removes no mount point, so the read-only mounts below it stay at their paths.
     */
    KEPT_IN_PLACE("--bind"),
    /** Writable, and possibly a device. */
    DEVICE("--dev-bind");

    private final String option;

    Manner(String option) {
      this.option = option;
    }

    private String option(boolean withIdentity) {
      boolean leavesSocketsOut = this == FILES || this == KEPT_READ_ONLY;
      return withIdentity && leavesSocketsOut ? "--ro-files" : option;
    }
  }

  /** A path of the host. */
  record Bind(Manner manner, HostPath from, InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      List<String> arguments = new ArrayList<>();
      arguments.add(manner.option(withIdentity));
      from.addTo(arguments, withIdentity);
      arguments.add(at.text());
      return arguments;
    }

    @Override
    public Optional<HostPath> written() {
      return manner == Manner.WRITABLE ? Optional.of(from) : Optional.empty();
    }

    @Override
    public boolean isKept() {
      return manner == Manner.KEPT_READ_ONLY || manner == Manner.KEPT_IN_PLACE;
    }
  }

  /**
   * Directories of the host as layers, with a further one for changes. No mount point may be below
   * it. Bubblewrap supports it from 0.11 on.
   *
   * @param layers the lowest first
   * @param upper the directory for changes
   * @param work an empty directory beside it, for the kernel
   * @param at the path in the session
   */
  record Overlay(List<HostPath> layers, HostPath upper, HostPath work, InsidePath at)
      implements Mount {
    public Overlay {
      layers = List.copyOf(layers);
    }

    @Override
    public List<String> arguments(boolean withIdentity) {
      List<String> arguments = new ArrayList<>();
      for (HostPath layer : layers) {
        arguments.add("--overlay-src");
        layer.addTo(arguments, withIdentity);
      }
      arguments.add("--overlay");
      upper.addTo(arguments, withIdentity);
      work.addTo(arguments, withIdentity);
      arguments.add(at.text());
      return arguments;
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.of(upper);
    }
  }

  /**
   * An optional overlay: if the kernel refuses it, the session has an empty directory in memory
   * instead.
   */
  record Cache(Overlay overlay) implements Mount {
    @Override
    public InsidePath at() {
      return overlay.at();
    }

    @Override
    public List<String> arguments(boolean withIdentity) {
      List<String> arguments = new ArrayList<>(overlay.arguments(withIdentity));
      if (withIdentity) {
        arguments.addFirst("--cache");
      }
      return arguments;
    }

    @Override
    public Optional<HostPath> written() {
      return overlay.written();
    }
  }

  /**
   * Directories of the host as layers, read-only and without the sockets in them.
   *
   * @param layers the lowest first, at least two
   * @param at the path in the session
   */
  record ReadOnlyOverlay(List<HostPath> layers, InsidePath at) implements Mount {
    public ReadOnlyOverlay {
      layers = List.copyOf(layers);
    }

    @Override
    public List<String> arguments(boolean withIdentity) {
      List<String> arguments = new ArrayList<>();
      for (HostPath layer : layers) {
        arguments.add("--overlay-src");
        layer.addTo(arguments, withIdentity);
      }
      arguments.add("--ro-overlay");
      arguments.add(at.text());
      return arguments;
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** A symbolic link. */
  record Symlink(String target, InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--symlink", target, at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** An empty directory. */
  record Directory(InsidePath at, Mode mode) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--perms", mode.octal(), "--dir", at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** An empty file system in memory. */
  record Scratchpad(InsidePath at, Mode mode) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--perms", mode.octal(), "--tmpfs", at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** An empty, read-only directory that hides the host's files. */
  record Cover(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of(
          "--perms", Mode.READ_ONLY.octal(), "--tmpfs", at.text(), "--remount-ro", at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** The processes of the session's own PID namespace. */
  record Processes(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--proc", at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** A minimal /dev. */
  record Devices(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--dev", at.text());
    }

    @Override
    public Optional<HostPath> written() {
      return Optional.empty();
    }
  }

  /** A separate namespace. */
  record Unshare(Namespace namespace) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of(namespace.option());
    }
  }

  /** No further user namespaces in the session. */
  record DisableUserNamespaces() implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--disable-userns");
    }
  }

  /** The session ends with the process that started it. */
  record DieWithParent() implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--die-with-parent");
    }
  }

  /** No capability is left, not even in its own user namespace. */
  record DropCapabilities() implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--cap-drop", "ALL");
    }
  }

  /** The ids in the session. */
  record RunAs(Uid uid, Uid gid) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--uid", uid.toString(), "--gid", gid.toString());
    }
  }

  /** The host name in the session. */
  record Hostname(String name) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--hostname", name);
    }
  }

  /** No variable of the environment outside is passed on. */
  record ClearEnvironment() implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--clearenv");
    }
  }

  /** A variable of the environment. */
  record SetEnvironment(String name, String value) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--setenv", name, value);
    }
  }

  /** From here on no file can be created in this file system. */
  record MakeReadOnly(InsidePath at) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--remount-ro", at.text());
    }
  }

  /** The initial working directory of the command. */
  record WorkingDirectory(InsidePath at) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--chdir", at.text());
    }
  }

  /** A path of the host, read-only. */
  static SandboxStep readOnly(String path) {
    return readOnly(path, path);
  }

  /** A path of the host, read-only, at another path. */
  static SandboxStep readOnly(Path from, String to) {
    return readOnly(from.toString(), to);
  }

  /** A path of the host, read-only, at another path. */
  static SandboxStep readOnly(String from, String to) {
    return new Bind(Manner.READ_ONLY, new HostPath(from), new InsidePath(to));
  }

  /** A path of the host, read-only, if it exists. */
  static SandboxStep readOnlyIfPresent(String path) {
    return new Bind(Manner.READ_ONLY_IF_PRESENT, new HostPath(path), new InsidePath(path));
  }

  /** A path of the host, writable, at another path. */
  static SandboxStep writable(Path from, String to) {
    return new Bind(Manner.WRITABLE, new HostPath(from.toString()), new InsidePath(to));
  }
}
