package dev.bawn.contract.sandbox;

import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One step in building the sandbox of a session. bubblewrap(1) carries the steps out in order. Each
 * kind is a {@link Mount}, which has a mount point, or a {@link Setting}, and knows its arguments:
 * a new kind that lacks one of these does not compile.
 */
public sealed interface SandboxStep {

  /**
   * Its arguments of bubblewrap(1).
   *
   * @param withIdentity for {@code open-mounts}, which opens the paths of the host and hands
   *     descriptors to bubblewrap: before each such path stands the identity that it must have
   */
  List<String> arguments(boolean withIdentity);

  /** Something that is mounted or made at a path inside. */
  sealed interface Mount extends SandboxStep {

    /** Where. */
    InsidePath at();

    /** Whether the session can write there. */
    default boolean isWritable() {
      return false;
    }

    /** Whether it may lie below something writable: see {@link MountOrder}. */
    default boolean isKept() {
      return false;
    }
  }

  /** What the session is and may be, and its environment. */
  sealed interface Setting extends SandboxStep {}

  /** How something of the host is shown. */
  enum Manner {
    /** The start fails where it is missing. */
    READ_ONLY("--ro-bind"),
    /**
     * Files, and none of the sockets among them: nobody can connect to a socket through an overlay,
     * which {@code open-mounts} mounts before. Bubblewrap knows it as a read-only bind.
     */
    FILES("--ro-bind"),
    /** Read-only, where the host has it. */
    READ_ONLY_IF_PRESENT("--ro-bind-try"),
    /** Nothing may be mounted below it. */
    WRITABLE("--bind"),
    /**
     * What lies in something writable, and shall not be written. The launcher has verified that it
     * is no link, and that no other session can make it one. Sockets are left out, too.
     */
    KEPT_READ_ONLY("--ro-bind"),
    /**
     * A directory in something writable, mounted on itself or on a mount point in it: the kernel
     * renames and removes no mount point, so what is kept read-only below it stays at its path.
     */
    KEPT_IN_PLACE("--bind"),
    /** It may be a device, and is writable. */
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

  /** Something of the host. */
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
    public boolean isWritable() {
      return manner == Manner.WRITABLE;
    }

    @Override
    public boolean isKept() {
      return manner == Manner.KEPT_READ_ONLY || manner == Manner.KEPT_IN_PLACE;
    }
  }

  /**
   * Directories of the host, one upon the other; what is written goes into one more. Nothing may be
   * mounted below it. Bubblewrap knows it from 0.11 on.
   *
   * @param layers the lowest first
   * @param upper what is written
   * @param work an empty directory beside it, for the kernel
   * @param at where it is seen
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
    public boolean isWritable() {
      return true;
    }
  }

  /**
   * An overlay that a session can do without: where the kernel refuses it, the session has an empty
   * directory in memory in its place.
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
    public boolean isWritable() {
      return overlay.isWritable();
    }
  }

  /**
   * Directories of the host, one upon the other, read-only and without the sockets in them.
   *
   * @param layers the lowest first, at least two
   * @param at where it is seen
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
  }

  /** A symbolic link. */
  record Symlink(String target, InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--symlink", target, at.text());
    }
  }

  /** An empty directory. */
  record Directory(InsidePath at, Mode mode) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--perms", mode.octal(), "--dir", at.text());
    }
  }

  /** An empty file system in memory. */
  record Scratchpad(InsidePath at, Mode mode) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--perms", mode.octal(), "--tmpfs", at.text());
    }
  }

  /** An empty, read-only directory that hides what the host has there. */
  record Cover(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of(
          "--perms", Mode.READ_ONLY.octal(), "--tmpfs", at.text(), "--remount-ro", at.text());
    }
  }

  /** The processes of the session's own PID namespace. */
  record Processes(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--proc", at.text());
    }
  }

  /** A minimal /dev. */
  record Devices(InsidePath at) implements Mount {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--dev", at.text());
    }
  }

  /** A namespace of its own. */
  record Unshare(Namespace namespace) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of(namespace.option());
    }
  }

  /** No further user namespaces inside. */
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

  /** The ids that the session sees as its own. */
  record RunAs(Uid uid, Uid gid) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--uid", uid.toString(), "--gid", gid.toString());
    }
  }

  /** The name of the machine inside. */
  record Hostname(String name) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--hostname", name);
    }
  }

  /** No variable of the environment outside is seen. */
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

  /** From here on nothing can be created in this file system. */
  record MakeReadOnly(InsidePath at) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--remount-ro", at.text());
    }
  }

  /** Where the command starts. */
  record WorkingDirectory(InsidePath at) implements Setting {
    @Override
    public List<String> arguments(boolean withIdentity) {
      return List.of("--chdir", at.text());
    }
  }

  /** Something of the host, read-only. */
  static SandboxStep readOnly(String path) {
    return readOnly(path, path);
  }

  /** Something of the host, read-only, in another place. */
  static SandboxStep readOnly(Path from, String to) {
    return readOnly(from.toString(), to);
  }

  /** Something of the host, read-only, in another place. */
  static SandboxStep readOnly(String from, String to) {
    return new Bind(Manner.READ_ONLY, new HostPath(from), new InsidePath(to));
  }

  /** Something of the host, read-only, where the host has it, if it does. */
  static SandboxStep readOnlyIfPresent(String path) {
    return new Bind(Manner.READ_ONLY_IF_PRESENT, new HostPath(path), new InsidePath(path));
  }

  /** Something of the host, writable, in another place. */
  static SandboxStep writable(Path from, String to) {
    return new Bind(Manner.WRITABLE, new HostPath(from.toString()), new InsidePath(to));
  }
}
