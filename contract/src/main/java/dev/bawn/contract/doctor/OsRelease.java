package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * The distribution, see os-release(5).
 *
 * @param names the distribution's own id, then those of similar ones, nearest first
 */
public record OsRelease(List<String> names) {

  public OsRelease {
    names = List.copyOf(names);
  }

  /** Reads the file of this system; without names if it does not exist. */
  static OsRelease read(SystemLayout layout) {
    try {
      return parse(Files.readString(layout.at("etc/os-release")));
    } catch (IOException e) {
      return new OsRelease(List.of());
    }
  }

  /** Reads {@code ID} and {@code ID_LIKE} in the file's text; other lines are ignored. */
  static OsRelease parse(String text) {
    List<String> names = new ArrayList<>();
    for (String key : List.of("ID=", "ID_LIKE=")) {
      text.lines()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()).replaceAll("[\"']", ""))
          .flatMap(value -> List.of(value.strip().split("\\s+")).stream())
          .filter(name -> !name.isEmpty())
          .forEach(names::add);
    }
    return new OsRelease(names);
  }

  /** Tells whether it is one of these, or similar to one. */
  boolean isLike(String... distributions) {
    return names.stream().anyMatch(List.of(distributions)::contains);
  }
}
