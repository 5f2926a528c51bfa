package dev.bawn.contract.wall;

/**
 * A path on the host, outside of any session.
 *
 * @param text absolute
 */
public record HostPath(String text) {

  /**
   * @throws IllegalArgumentException if it is not absolute or holds a NUL
   */
  public HostPath {
    InsidePath.absolute(text);
  }
}
