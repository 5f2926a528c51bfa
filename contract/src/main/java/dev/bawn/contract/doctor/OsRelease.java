package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Which distribution this is, see os-release(5).
 *
 * @param names the distribution's own id, then those that it is like, nearest first
 */
public record OsRelease(List<String> names) {

  public OsRelease {
    names = List.copyOf(names);
  }

  /** What the file of this system says; no name at all if there is none. */
  static OsRelease read(SystemLayout layout) {
    try {
      return parse(Files.readString(layout.at("etc/os-release")));
    } catch (IOException e) {
      return new OsRelease(List.of());
    }
  }

  /** Takes {@code ID} and {@code ID_LIKE} from the file's text; other lines mean nothing here. */
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

  /** Whether it is one of these, or like one. */
  boolean isLike(String... distributions) {
    return names.stream().anyMatch(List.of(distributions)::contains);
  }
}
