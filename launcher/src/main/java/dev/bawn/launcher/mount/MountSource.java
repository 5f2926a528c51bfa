package dev.bawn.launcher.mount;

import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;

/**
 * A path of the host that a session may get as a mount. Only {@link MountGate} creates one, so
 * every instance was checked.
 */
public final class MountSource {

  private final Path named;
  private final Path path;
  private final Identity identity;
  private final Purpose purpose;

  MountSource(Path named, Path path, Identity identity, Purpose purpose) {
    this.named = named;
    this.path = path;
    this.identity = identity;
    this.purpose = purpose;
  }

  /** The path that was looked up, absolute; links in it lead to {@link #path}. */
  public Path named() {
    return named;
  }

  /** Absolute and without links. */
  public Path path() {
    return path;
  }

  /** The path and its identity for a step. */
  public HostPath host() {
    return new HostPath(path.toString(), identity.text());
  }

  /** Mounts it at its own path, read-only. */
  public SandboxStep readOnly() {
    return readOnly(named);
  }

  /** Mounts it read-only. */
  public SandboxStep readOnly(Path at) {
    return new SandboxStep.Bind(
        SandboxStep.Manner.READ_ONLY, host(), new InsidePath(at.toString()));
  }

  /** Mounts it read-only and without the sockets in it. If it is a socket itself, it is mounted. */
  public SandboxStep files(Path at) {
    return new SandboxStep.Bind(SandboxStep.Manner.FILES, host(), new InsidePath(at.toString()));
  }

  /** Mounts it, writable. */
  public SandboxStep writable(Path at) {
    return new SandboxStep.Bind(SandboxStep.Manner.WRITABLE, host(), new InsidePath(at.toString()));
  }

  /** The identity of the file or directory when it was checked. */
  public Identity identity() {
    return identity;
  }

  /** The purpose of the mount. */
  public Purpose purpose() {
    return purpose;
  }
}
