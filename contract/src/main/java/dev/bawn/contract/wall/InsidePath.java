package dev.bawn.contract.wall;

/**
 * A path as a session sees it.
 *
 * @param text absolute
 */
public record InsidePath(String text) {

  /**
   * @throws IllegalArgumentException if it is not absolute or holds a NUL
   */
  public InsidePath {
    absolute(text);
  }

  static void absolute(String text) {
    if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("no absolute path: " + text);
    }
  }
}
