package dev.bawn.contract.sandbox;

import java.util.List;

/**
 * A path on the host, outside of any session.
 *
 * @param text absolute
 * @param identity which file it named when it was checked: device and inode in hexadecimal, as in
 *     {@code fe01:1a2b}; empty where root's recipe names a path only
 */
public record HostPath(String text, String identity) {

  /** What stands for the identity of something that bawn makes at the start. */
  public static final String MADE = "-";

  /**
   * @throws IllegalArgumentException if it is not absolute or holds a NUL
   */
  public HostPath {
    InsidePath.absolute(text);
  }

  /** Appends it, after its identity if that is wanted. */
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
