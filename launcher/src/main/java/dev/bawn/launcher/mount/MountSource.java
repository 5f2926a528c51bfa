package dev.bawn.launcher.mount;

import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;

/**
 * A path of the host that a session may be shown. Only {@link MountGate} creates one, so every
 * instance was checked.
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

  /** The path by which it was looked up, absolute; links in it lead to {@link #path}. */
  public Path named() {
    return named;
  }

  /** Absolute and without links. */
  public Path path() {
    return path;
  }

  /** The same for a step. */
  public HostPath host() {
    return new HostPath(path.toString(), identity.text());
  }

  /** Shows it where it is named, read-only. */
  public SandboxStep readOnly() {
    return readOnly(named);
  }

  /** Shows it read-only. */
  public SandboxStep readOnly(Path at) {
    return new SandboxStep.Bind(
        SandboxStep.Manner.READ_ONLY, host(), new InsidePath(at.toString()));
  }

  /** Shows it read-only and without the sockets in it. A socket that was named is shown. */
  public SandboxStep files(Path at) {
    return new SandboxStep.Bind(SandboxStep.Manner.FILES, host(), new InsidePath(at.toString()));
  }

  /** Shows it, writable. */
  public SandboxStep writable(Path at) {
    return new SandboxStep.Bind(SandboxStep.Manner.WRITABLE, host(), new InsidePath(at.toString()));
  }

  /** Which file or directory the path named when it was checked. */
  public Identity identity() {
    return identity;
  }

  /** What it is mounted for. */
  public Purpose purpose() {
    return purpose;
  }
}
