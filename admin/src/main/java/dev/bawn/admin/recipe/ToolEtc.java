package dev.bawn.admin.recipe;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files that definitions of tools put below /etc, as they are stored in a policy directory: all
 * in one directory, because only a session mounts them at their paths.
 */
public final class ToolEtc {

  private ToolEtc() {}

  /** Returns the contents by path in the policy directory. */
  public static SortedMap<String, byte[]> files(Machine machine) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    machine
        .etc()
        .forEach(
            (path, text) -> files.put("etc/" + name(path), text.getBytes(StandardCharsets.UTF_8)));
    return files;
  }

  /**
   * Returns the name in the directory etc of the policy directory, with plus signs for slashes: no
   * path of a definition contains a plus sign.
   */
  static String name(String path) {
    return path.replace('/', '+');
  }
}
