package dev.bawn.contract.toml;

import static java.util.stream.Collectors.joining;

import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The required keys of a table. All of them are checked at once.
 *
 * @param file its name, for messages
 * @param path of the table, with a dot at its end
 * @param values of the table
 */
record NeededKeys(String file, String path, Map<String, Object> values) {

  /** Requires keys. See {@link TomlTable#require}. */
  void require(List<String> keys, String hint) {
    List<String> missing = keys.stream().filter(key -> !reaches(values, key)).toList();
    if (!missing.isEmpty()) {
      String all = missing.stream().map(key -> "'" + path + key + "'").collect(joining(", "));
      String which = missing.size() == 1 ? "the key %s is missing" : "the keys %s are missing";
      throw new Refused(file + ": " + which.formatted(all), slip(missing, keys).orElse(hint));
    }
  }

  /** An unknown key that is similar to a missing one, as a hint. */
  private Optional<String> slip(List<String> missing, List<String> keys) {
    List<String> unwanted = values.keySet().stream().filter(key -> !keys.contains(key)).toList();
    for (String key : missing) {
      Optional<String> near = NearestMatch.to(key, unwanted);
      if (near.isPresent()) {
        return Optional.of(
            "unknown key '" + Printable.of(near.get()) + "': did you mean '" + key + "'?");
      }
    }
    return Optional.empty();
  }

  private static boolean reaches(Map<?, ?> table, String key) {
    int dot = key.indexOf('.');
    return dot < 0
        ? table.containsKey(key)
        : table.get(key.substring(0, dot)) instanceof Map<?, ?> below
            && reaches(below, key.substring(dot + 1));
  }
}
