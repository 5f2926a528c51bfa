package dev.bawn.contract.tool;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The definitions of this machine: root's in {@code /etc/bawn/tools.d}, which replace those that
 * bawn ships; for unprivileged sessions, those of the user before both. They are read on demand,
 * one by one.
 */
public final class ToolDefinitions {

  private static final String SUFFIX = ".toml";

  private final List<Place> places;
  private final RootOwned rootOwned;

  /**
   * A directory of definitions.
   *
   * @param person reads a user's files; root's are checked with their parents
   */
  private record Place(Path directory, DefinitionOrigin origin, Optional<PersonalFiles> person) {}

  private ToolDefinitions(List<Place> places, RootOwned rootOwned) {
    this.places = places;
    this.rootOwned = rootOwned;
  }

  /**
   * The definitions for all users.
   *
   * @param layout with root's definitions
   * @param library the directory {@code lib/bawn}, which has the others
   * @param rootOwned decides whether a path belongs to root
   */
  public ToolDefinitions(SystemLayout layout, Path library, RootOwned rootOwned) {
    this(
        List.of(
            new Place(layout.toolDefinitions(), DefinitionOrigin.ROOT, Optional.empty()),
            new Place(library.resolve("tools"), DefinitionOrigin.BAWN, Optional.empty())),
        rootOwned);
  }

  /**
   * These definitions with those of a user before them: only for unprivileged sessions, since root
   * alone controls agents.
   *
   * @param directory which may not exist
   * @param person reads them
   */
  public ToolDefinitions with(Path directory, PersonalFiles person) {
    List<Place> all = new ArrayList<>();
    all.add(new Place(directory, DefinitionOrigin.YOURS, Optional.of(person)));
    all.addAll(places);
    return new ToolDefinitions(all, rootOwned);
  }

  /**
   * The definition of a tool; a plain one if there is none.
   *
   * @throws Refused if other users than its author could have written it, or it is not valid
   */
  public ToolDefinition of(CommandName name) {
    return find(name).orElseGet(() -> ToolDefinition.plain(name));
  }

  /** The definition of a tool, if there is one; refuses as {@link #of}. */
  public Optional<ToolDefinition> find(CommandName name) {
    return place(name).map(place -> read(name, place));
  }

  /** The directories from which these tools load libraries that they wrote there. */
  public SortedSet<String> unpacks(List<AdoptedTool> tools) {
    SortedSet<String> directories = new TreeSet<>();
    tools.forEach(tool -> directories.addAll(of(tool.name()).places().unpacks()));
    return directories;
  }

  /** Tells whether a definition exists, valid or not. */
  public boolean has(CommandName name) {
    return place(name).isPresent();
  }

  /** The file with the definition of a tool, if there is one. */
  public Optional<Path> file(CommandName name) {
    return place(name).map(place -> file(name, place));
  }

  /** The origin of a tool's definition, if there is one. */
  public Optional<DefinitionOrigin> origin(CommandName name) {
    return place(name).map(Place::origin);
  }

  /**
   * The directory of a definition. A link to a missing file counts, too: it must be refused, not
   * ignored. Written as a loop, since each start calls this.
   */
  private Optional<Place> place(CommandName name) {
    for (Place place : places) {
      if (Files.exists(file(name, place), LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  private static Path file(CommandName name, Place place) {
    return place.directory().resolve(name + SUFFIX);
  }

  private ToolDefinition read(CommandName name, Place place) {
    Path file = file(name, place);
    try {
      byte[] content =
          place.person().isPresent() ? place.person().get().read(file) : rootsOwn(name, file);
      return DefinitionFile.read(name, file.toString(), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] rootsOwn(CommandName name, Path file) throws IOException {
    rootOwned
        .problem(file)
        .ifPresent(problem -> {
          throw new Refused(
              "the definition of " + name + " cannot be trusted: " + problem.sentence(),
              problem.hint("let root write " + file + " again"));
        });
    return Files.readAllBytes(file);
  }

  /** The names of all definitions, valid or not. */
  public SortedSet<CommandName> names() {
    SortedSet<CommandName> names = new TreeSet<>();
    for (Place place : places) {
      names.addAll(names(place.directory()));
    }
    return names;
  }

  /** All definitions, by rank. */
  public List<ToolDefinition> all() {
    List<ToolDefinition> all = new ArrayList<>(names().stream().map(this::of).toList());
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
