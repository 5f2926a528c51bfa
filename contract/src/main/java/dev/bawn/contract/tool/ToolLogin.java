package dev.bawn.contract.tool;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a tool's login, and the command with which a user logs in.
 *
 * @param files paths below HOME. The user has logged in if one of them exists. The list is empty
 *     for a tool that takes API keys only
 * @param variable an environment variable that names another directory for the login
 * @param links those of these files that the tool writes in place, so that a symbolic link can lead
 *     to another directory. They contain a login and nothing else: a session can write them for all
 *     other sessions
 * @param command the arguments with which the tool logs in and exits; empty if it asks the user
 *     itself
 */
public record ToolLogin(
    List<HomePath> files, Optional<String> variable, List<HomePath> links, List<String> command) {

  /** The login of a tool without one. */
  public static final ToolLogin NONE =
      new ToolLogin(List.of(), Optional.empty(), List.of(), List.of());

  /**
   * @throws IllegalArgumentException if two links have the same name
   */
  public ToolLogin {
    files = Stream.concat(files.stream(), links.stream()).distinct().toList();
    links = List.copyOf(links);
    command = List.copyOf(command);
    Set<String> names = new HashSet<>();
    for (HomePath link : links) {
      if (!names.add(link.name())) {
        throw new IllegalArgumentException("'login_links' names two files called " + link.name());
      }
    }
  }

  /** Tells whether the tool takes API keys only. */
  public boolean isNone() {
    return files.isEmpty();
  }

  /** The files in a directory that sessions share; after a login, one of them is not empty. */
  public List<Path> in(Path directory) {
    return Stream.of(directory, directory.resolve("store"))
        .flatMap(each -> files.stream().map(file -> each.resolve(file.name())))
        .toList();
  }

  /** Tells whether sessions can share the login. */
  public boolean isShareable() {
    return variable.isPresent() || !links.isEmpty();
  }
}
