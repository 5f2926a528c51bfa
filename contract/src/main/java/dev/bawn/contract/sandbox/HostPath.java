package dev.bawn.contract.sandbox;

import java.util.List;

/**
 * A path on the host, outside of any session.
 *
 * @param text absolute
 * @param identity of the file when it was checked: device and inode in hexadecimal, as in {@code
 *     fe01:1a2b}; empty if root's recipe names only a path
 */
public record HostPath(String text, String identity) {

  /** The identity of a file that bawn makes at the start. */
  public static final String MADE = "-";

  /**
   * @throws IllegalArgumentException if it is not absolute or contains a NUL
   */
  public HostPath {
    InsidePath.absolute(text);
  }

  /** Appends the path, with its identity before it if that is requested. */
  void addTo(List<String> arguments, boolean withIdentity) {
    if (withIdentity) {
      arguments.add(identity);
    }
    arguments.add(text);
  }

  /** A path of a recipe. */
  public HostPath(String text) {
    this(text, "");
  }
}
