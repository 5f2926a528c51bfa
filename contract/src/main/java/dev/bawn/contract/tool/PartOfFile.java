package dev.bawn.contract.tool;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A file of settings, JSON or TOML. A session gets a part of it: the rest may name credentials, or
 * commands that do not exist in the session.
 *
 * @param file below HOME
 * @param keys that it gets, with everything below them; a dot leads into a table
 */
public record PartOfFile(HomePath file, List<String> keys) {

  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");

  /**
   * @throws IllegalArgumentException if a key is not valid, or the file is neither JSON nor TOML
   */
  public PartOfFile {
    keys = List.copyOf(keys);
    String name = file.text();
    if (!name.endsWith(".json") && !name.endsWith(".jsonc") && !name.endsWith(".toml")) {
      throw new IllegalArgumentException("a file of settings ends in .json, .jsonc or .toml");
    }
    for (String key : keys) {
      if (!KEY.matcher(key).matches()) {
        throw new IllegalArgumentException(
            "expected a settings key, for example model or ui.theme");
      }
    }
  }
}
