package dev.bawn.admin.recipe;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files that definitions of tools put below /etc, as they lie in a sealed directory: side by
 * side, since only a session shows them at their places.
 */
public final class ToolEtc {

  private ToolEtc() {}

  /** Path below the sealed directory, content. */
  public static SortedMap<String, byte[]> files(Machine machine) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    machine
        .etc()
        .forEach(
            (path, text) -> files.put("etc/" + name(path), text.getBytes(StandardCharsets.UTF_8)));
    return files;
  }

  /** The name below the sealed etc: no path of a definition has a plus sign. */
  static String name(String path) {
    return path.replace('/', '+');
  }
}
