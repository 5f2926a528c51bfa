package dev.bawn.contract.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The definitions of this machine: root's in {@code /etc/bawn/tools.d}, and those that came with
 * bawn, of which root's take the place. Read when they are asked for, one by one.
 */
public final class ToolDefinitions {

  private static final String SUFFIX = ".toml";

  private final List<Path> directories;
  private final RootOwned rootOwned;

  /**
   * @param layout where root's lie
   * @param library the directory {@code lib/bawn}, which has the others
   * @param rootOwned what decides whether a place is root's
   */
  public ToolDefinitions(Layout layout, Path library, RootOwned rootOwned) {
    this.directories = List.of(layout.toolDefinitions(), library.resolve("tools"));
    this.rootOwned = rootOwned;
  }

  /**
   * The definition of a tool; a plain one where there is none.
   *
   * @throws Refused if it is not root's alone, or says something impossible
   */
  public ToolDefinition of(CommandName name) {
    return find(name).orElseGet(() -> ToolDefinition.plain(name));
  }

  /** The definition of a tool, where there is one; refused as above. */
  public Optional<ToolDefinition> find(CommandName name) {
    return file(name).map(file -> read(name, file));
  }

  /** Where the definition of a tool lies, if there is one. */
  public Optional<Path> file(CommandName name) {
    return directories.stream()
        .map(directory -> directory.resolve(name + SUFFIX))
        .filter(Files::exists)
        .findFirst();
  }

  private ToolDefinition read(CommandName name, Path file) {
    rootOwned
        .problem(file)
        .ifPresent(problem -> {
          throw new Refused(
              "the definition of " + name + " is not root's alone: " + problem.sentence(),
              problem.mend("let root write " + file + " again"));
        });
    try {
      return DefinitionFile.read(name, file.toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of them, by rank. */
  public List<ToolDefinition> all() {
    SortedSet<CommandName> names = new TreeSet<>();
    for (Path directory : directories) {
      names.addAll(names(directory));
    }
    List<ToolDefinition> all = new ArrayList<>(names.stream().map(this::of).toList());
    all.sort(Comparator.comparingInt(ToolDefinition::rank).thenComparing(ToolDefinition::name));
    return all;
  }

  private static List<CommandName> names(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<CommandName> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        names.add(CommandName.of(name.substring(0, name.length() - SUFFIX.length())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
