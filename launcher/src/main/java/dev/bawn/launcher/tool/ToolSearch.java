package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.tool.SearchPlace;
import dev.bawn.contract.tool.ToolDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches for tools in the usual directories of a user, by {@code find} of their definitions. It
 * starts no program: npm alone takes 300 ms to print its directory.
 */
public final class ToolSearch {

  /**
   * The prefixes of {@code npm install --global}: the default, and those that its manual advises.
   */
  private static final List<String> NPM_PREFIXES =
      List.of("~/.npm-global", "~/.npm-packages", "~/.local", "/usr/local", "/usr");

  /** The directories in which version managers install programs; a star stands for any name. */
  private static final List<String> MANAGED =
      List.of(
          "~/.nvm/versions/node/*/bin",
          "~/.volta/bin",
          "~/.asdf/installs/*/*/bin",
          "~/.local/share/mise/installs/*/*/bin",
          "~/.local/share/fnm/node-versions/*/installation/bin",
          "~/.local/share/pipx/venvs/*/bin",
          "~/.local/pipx/venvs/*/bin",
          "~/.local/share/uv/tools/*/bin",
          "~/.bun/bin");

  private final String home;
  private final List<String> path;

  /**
   * @param environment of the user: its {@code HOME} and {@code PATH}
   */
  public ToolSearch(Map<String, String> environment) {
    this(
        environment.getOrDefault("HOME", ""),
        List.of(environment.getOrDefault("PATH", "").split(":")));
  }

  /**
   * @param home of the user; without one only {@code path} is searched
   * @param path directories; those that are not absolute are skipped
   */
  ToolSearch(String home, List<String> path) {
    this.home = home;
    this.path = List.copyOf(path);
  }

  /** The possible paths of a tool, the likeliest first, whether they exist or not. */
  List<Path> candidates(ToolDefinition tool) {
    return tool.places().find().stream()
        .flatMap(where -> candidates(where, tool).stream())
        .toList();
  }

  /** The first existing program of a tool, by its path without links. */
  public Optional<Path> find(ToolDefinition tool) {
    for (Path candidate : candidates(tool)) {
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(real(candidate));
      }
    }
    return Optional.empty();
  }

  private static Path real(Path program) {
    try {
      return program.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> candidates(SearchPlace where, ToolDefinition tool) {
    return switch (where) {
      case SearchPlace.OnPath() -> in(path, tool.command());
      case SearchPlace.OfNpm() -> tool.npm().map(npm -> ofNpm(npm, tool)).orElse(List.of());
      case SearchPlace.OfVersionManagers() -> in(MANAGED, tool.command());
      case SearchPlace.At(var place) ->
          home.startsWith("/") ? List.of(place.in(Path.of(home))) : List.of();
    };
  }

  private List<Path> ofNpm(String npm, ToolDefinition tool) {
    List<String> having =
        NPM_PREFIXES.stream()
            .filter(prefix -> !expanded(prefix + "/lib/node_modules/" + npm).isEmpty())
            .map(prefix -> prefix + "/bin")
            .toList();
    return in(having, tool.command());
  }

  private List<Path> in(List<String> directories, CommandName command) {
    return directories.stream()
        .flatMap(directory -> expanded(directory).stream())
        .map(directory -> directory.resolve(command.text()))
        .toList();
  }

  /** The existing directories for a pattern, the newest of several versions first. */
  private List<Path> expanded(String pattern) {
    String absolute = pattern.startsWith("~/") ? home + pattern.substring(1) : pattern;
    if (!absolute.startsWith("/")) {
      return List.of();
    }
    List<Path> found = List.of(Path.of("/"));
    for (Path name : Path.of(absolute)) {
      List<Path> next = new ArrayList<>();
      for (Path directory : found) {
        next.addAll(
            name.toString().equals("*") ? below(directory) : List.of(directory.resolve(name)));
      }
      found = next.stream().filter(Files::isDirectory).toList();
    }
    return found;
  }

  private static List<Path> below(Path directory) {
    List<Path> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(names::add);
    } catch (IOException e) {
      return List.of();
    }
    names.sort(Comparator.comparing(ToolSearch::sortable).reversed());
    return names;
  }

  /** A key that sorts numbers by value, so that v22 comes after v9. */
  private static String sortable(Path path) {
    StringBuilder key = new StringBuilder();
    StringBuilder digits = new StringBuilder();
    for (char c : (path.getFileName() + " ").toCharArray()) {
      if (Character.isDigit(c)) {
        digits.append(c);
      } else {
        key.append(digits.isEmpty() ? "" : "%12s".formatted(digits)).append(c);
        digits.setLength(0);
      }
    }
    return key.toString();
  }
}
