package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ranges of subuid(5) and subgid(5), which users may use in their containers.
 *
 * @param ranges the ranges of both files
 */
public record SubordinateIds(List<Range> ranges) {

  private static final int FIELDS = 3;

  public SubordinateIds {
    ranges = List.copyOf(ranges);
  }

  /**
   * One line.
   *
   * @param file the file of the line
   * @param user the user with these IDs
   * @param first the lowest ID
   * @param last the highest ID
   */
  public record Range(Path file, String user, long first, long last) {}

  /** Reads the files of this machine. */
  public static SubordinateIds read(SystemLayout layout) throws IOException {
    List<Range> ranges = new ArrayList<>();
    for (String name : List.of("etc/subuid", "etc/subgid")) {
      Path file = layout.at(name);
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
          range(file, line).ifPresent(ranges::add);
        }
      }
    }
    return new SubordinateIds(ranges);
  }

  /** Parses a line; empty if newuidmap(1) would ignore it. */
  private static Optional<Range> range(Path file, String line) {
    String[] fields = line.strip().split(":", -1);
    if (fields.length != FIELDS
        || !fields[1].matches("[0-9]{1,10}")
        || !fields[2].matches("[0-9]{1,10}")) {
      return Optional.empty();
    }
    long first = Long.parseLong(fields[1]);
    return Optional.of(new Range(file, fields[0], first, first + Long.parseLong(fields[2]) - 1));
  }

  /** Returns the range that contains a uid; empty if none does. */
  public Optional<Range> of(Uid uid) {
    return ranges.stream()
        .filter(range -> range.first() <= uid.number() && uid.number() <= range.last())
        .findFirst();
  }
}
