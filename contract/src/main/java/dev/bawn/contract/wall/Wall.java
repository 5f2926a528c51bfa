package dev.bawn.contract.wall;

import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.List;

/** One step in building a session; a session's walls are a list, built in order. */
public sealed interface Wall {

  /** A namespace of its own. */
  record Unshare(Namespace namespace) implements Wall {}

  /** No further user namespaces inside. */
  record DisableUserNamespaces() implements Wall {}

  /** The session ends with the process that started it. */
  record DieWithParent() implements Wall {}

  /** No capability is left, not even in its own user namespace. */
  record DropCapabilities() implements Wall {}

  /** The ids that the session sees as its own. */
  record RunAs(Uid uid, Uid gid) implements Wall {}

  /** The name of the machine inside. */
  record Hostname(String name) implements Wall {}

  /** Something of the host, read-only; the start fails where it is missing. */
  record BindReadOnly(HostPath from, InsidePath to) implements Wall {}

  /**
   * Files of the host, read-only, and none of the sockets among them: nobody can connect to a
   * socket through an overlay. Bubblewrap knows it as a read-only bind; what opens the mounts for
   * it mounts the overlay before.
   */
  record BindFiles(HostPath from, InsidePath to) implements Wall {}

  /** Something of the host, read-only, where the host has it. */
  record BindReadOnlyIfPresent(HostPath from, InsidePath to) implements Wall {}

  /** Something of the host, read-write. Nothing may be mounted below it: see {@link WallOrder}. */
  record BindWritable(HostPath from, InsidePath to) implements Wall {}

  /**
   * What lies in something writable, and shall not be written. It may be mounted there: whoever
   * plans it has seen that it is no link, and that no other session can make it one.
   */
  record KeepReadOnly(HostPath from, InsidePath at) implements Wall {}

  /**
   * A directory in something writable, mounted on itself: the kernel renames and removes no mount
   * point, so what is kept read-only below it stays at its path.
   */
  record KeepInPlace(HostPath from, InsidePath at) implements Wall {}

  /** Something of the host that may be a device, read-write. */
  record BindDevice(HostPath from, InsidePath to) implements Wall {}

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
      implements Wall {
    public Overlay {
      layers = List.copyOf(layers);
    }
  }

  /** A symbolic link. */
  record Symlink(String target, InsidePath at) implements Wall {}

  /** An empty directory. */
  record Directory(InsidePath at, Mode mode) implements Wall {}

  /** An empty file system in memory. */
  record Scratchpad(InsidePath at, Mode mode) implements Wall {}

  /** An empty, read-only directory that hides what the host has there. */
  record Cover(InsidePath at) implements Wall {}

  /** The processes of the session's own PID namespace. */
  record Processes(InsidePath at) implements Wall {}

  /** A minimal /dev. */
  record Devices(InsidePath at) implements Wall {}

  /** No variable of the environment outside is seen. */
  record ClearEnvironment() implements Wall {}

  /** A variable of the environment. */
  record SetEnvironment(String name, String value) implements Wall {}

  /** From here on nothing can be created in this file system. */
  record MakeReadOnly(InsidePath at) implements Wall {}

  /** Where the command starts. */
  record WorkingDirectory(InsidePath at) implements Wall {}

  /** Something of the host, read-only, where the host has it. */
  static Wall readOnly(String path) {
    return readOnly(path, path);
  }

  /** Something of the host, read-only, in another place. */
  static Wall readOnly(Path from, String to) {
    return readOnly(from.toString(), to);
  }

  /** Something of the host, read-only, in another place. */
  static Wall readOnly(String from, String to) {
    return new BindReadOnly(new HostPath(from), new InsidePath(to));
  }

  /** Something of the host, read-only, where the host has it, if it does. */
  static Wall readOnlyIfPresent(String path) {
    return new BindReadOnlyIfPresent(new HostPath(path), new InsidePath(path));
  }

  /** Something of the host, writable, in another place. */
  static Wall writable(Path from, String to) {
    return new BindWritable(new HostPath(from.toString()), new InsidePath(to));
  }
}
