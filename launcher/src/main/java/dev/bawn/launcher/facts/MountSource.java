package dev.bawn.launcher.facts;

import java.nio.file.Path;

/**
 * A path of the host that a session may be shown. Only {@link MountGate} creates one, so whoever
 * has one knows that it was checked.
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

  /** Which file or directory the path named when it was checked. */
  public Identity identity() {
    return identity;
  }

  /** What it is mounted for. */
  public Purpose purpose() {
    return purpose;
  }
}
