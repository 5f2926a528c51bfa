package dev.bawn.contract.layout;

import dev.bawn.contract.agent.CommandName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The programs that an agent can be allowed, by their names.
 *
 * @param layout with {@code /usr}
 */
public record InstalledPrograms(SystemLayout layout) {

  /** The directories in the order of the search. */
  private static final List<String> DIRECTORIES =
      List.of("usr/bin", "usr/sbin", "usr/local/bin", "usr/local/sbin");

  /** The program of this name; links are not followed. */
  public Optional<Path> find(CommandName name) {
    return directories()
        .map(directory -> directory.resolve(name.text()))
        .filter(Files::exists)
        .findFirst();
  }

  /** All names. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    directories()
        .forEach(directory -> {
          String[] here = directory.toFile().list();
          names.addAll(here == null ? List.of() : List.of(here));
        });
    return names;
  }

  private Stream<Path> directories() {
    return DIRECTORIES.stream().map(layout::at);
  }
}
