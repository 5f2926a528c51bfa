package dev.bawn.admin.recipe;

import dev.bawn.admin.allowlist.ElfFile;
import dev.bawn.admin.allowlist.SealedPrograms;
import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.layout.LibraryDirectories;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads the parts of this machine that the sessions of an agent need, and those that they must not
 * see.
 */
public final class MachineProbe {

  /**
   * Directories of programs below /usr/lib or /usr/libexec that a command needs; they are shown if
   * the command is allowed.
   */
  private static final Map<String, List<String>> NEEDED_BY =
      Map.of(
          "git", List.of("git-core"),
          "gcc", List.of("gcc", "bfd-plugins"),
          "cc", List.of("gcc", "bfd-plugins"),
          "g++", List.of("gcc", "bfd-plugins"),
          "c++", List.of("gcc", "bfd-plugins"),
          "java", List.of("jvm"),
          "javac", List.of("jvm"),
          "mvn", List.of("jvm"));

  /** Commands with their own directory below /usr/lib, for example go-1.24. */
  private static final Set<String> IN_OWN_TREE = Set.of("go", "gofmt", "cargo", "rustc", "rustdoc");

  /** The directories of /etc to which links in the tree of a command lead, as patterns of names. */
  private static final Map<String, String> CONFIGURED_BY =
      Map.of(
          "java", "java-*-openjdk",
          "javac", "java-*-openjdk",
          "mvn", "{java-*-openjdk,maven}");

  private static final List<String> TOP =
      List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr/lib32", "usr/lib64");

  private final SystemLayout layout;

  private final ToolDefinitions definitions;
  private final SealedPrograms sealedPrograms;

  /**
   * @param layout with {@code /usr}
   * @param definitions the variables and files of adopted tools
   */
  public MachineProbe(SystemLayout layout, ToolDefinitions definitions) {
    this.layout = layout;
    this.definitions = definitions;
    this.sealedPrograms = new SealedPrograms(layout);
  }

  /**
   * Returns the parts that sessions with these commands and tools see, without missing programs.
   */
  public Machine probe(List<AllowedCommand> commands, List<AdoptedTool> tools) throws IOException {
    SortedSet<String> programs = new TreeSet<>();
    SortedSet<String> keep = new TreeSet<>();
    SortedSet<String> configuration = new TreeSet<>();
    for (AllowedCommand command : commands) {
      Optional<String> file = sealedPrograms.find(command);
      if (file.isPresent()) {
        if (!command.target().startsWith(layout.tools() + "/")) {
          programs.add(command.target());
        }
        programs.addAll(sealedPrograms.interpreters(file.get()));
      }
      keep.addAll(NEEDED_BY.getOrDefault(command.name().text(), List.of()));
      keep.addAll(
          NEEDED_BY.getOrDefault(Path.of(command.target()).getFileName().toString(), List.of()));
      keep.addAll(ownTree(command));
      configuration.addAll(configuration(command));
    }
    Libraries libraries = libraries(programs, keep);
    Wishes wishes = new Wishes(new TreeMap<>(), new TreeMap<>());
    for (AdoptedTool tool : tools) {
      libraries.trees().add(layout.tool(tool.name(), tool.version()).toString());
      wishes.add(definitions.of(tool.name()));
    }
    return new Machine(
        List.copyOf(programs),
        links(programs),
        libraries.list(),
        libraries.trees(),
        topLinks(),
        wishes.variables(),
        configuration,
        wishes.etc(),
        List.copyOf(definitions.unpacks(tools)));
  }

  private static List<String> ownTree(AllowedCommand command) {
    String[] parts = command.target().split("/");
    boolean isBelowLib = parts.length > 4 && command.target().startsWith("/usr/lib/");
    return isBelowLib && IN_OWN_TREE.contains(command.name().text())
        ? List.of(parts[3])
        : List.of();
  }

  private List<String> configuration(AllowedCommand command) throws IOException {
    String pattern = CONFIGURED_BY.get(command.name().text());
    Path etc = layout.at("etc");
    if (pattern == null || !Files.isDirectory(etc)) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(etc, pattern)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          found.add("/etc/" + entry.getFileName());
        }
      }
    }
    return found;
  }

  /** The variables and files that the definitions of an agent's tools add to its sessions. */
  private record Wishes(SortedMap<String, String> variables, SortedMap<String, String> etc) {

    void add(ToolDefinition definition) {
      variables.putAll(definition.set());
      etc.putAll(definition.etc());
    }
  }

  /**
   * Returns other names of the programs, such as sh and python3, under which scripts start their
   * interpreters.
   */
  private SortedMap<String, String> links(SortedSet<String> programs) throws IOException {
    SortedMap<String, String> links = new TreeMap<>();
    for (String directory : List.of("usr/bin", "usr/sbin")) {
      Path path = layout.at(directory);
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, Files::isSymbolicLink)) {
        for (Path entry : entries) {
          String target = resolved(entry);
          if (programs.contains(target)) {
            links.put("/" + directory + "/" + entry.getFileName(), target);
          }
        }
      }
    }
    return links;
  }

  /** Returns the final target of a link as a path of the system; empty if it does not exist. */
  private String resolved(Path link) {
    try {
      return "/" + layout.root().toRealPath().relativize(link.toRealPath());
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * The directories of libraries.
   *
   * @param list the visible and hidden directories; hidden are those with a program (an executable
   *     ELF file that is not a shared library) that no allowed command needs
   * @param trees the directories whose programs a command starts itself
   */
  private record Libraries(LibraryList list, List<String> trees) {}

  private Libraries libraries(SortedSet<String> programs, SortedSet<String> keep)
      throws IOException {
    Libraries found =
        new Libraries(new LibraryList(new TreeSet<>(), new TreeSet<>()), new ArrayList<>());
    for (String path : new LibraryDirectories(layout).all(directory -> true)) {
      if (keep.contains(path.substring(path.lastIndexOf('/') + 1))) {
        found.trees().add(path);
      } else if (!LibraryDirectories.isForArchitecture(path)
          && programs.stream().noneMatch(program -> program.startsWith(path + "/"))
          && holdsProgram(layout.at(path.substring(1)))) {
        found.list().hidden().add(path);
        continue;
      }
      found.list().shown().add(path);
    }
    // sessions see only these trees of /usr/libexec, so nothing must be hidden there
    for (String name : keep) {
      if (Files.isDirectory(layout.at("usr/libexec").resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        found.trees().add("/usr/libexec/" + name);
      }
    }
    found.trees().sort(null);
    return found;
  }

  private static boolean holdsProgram(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.anyMatch(MachineProbe::isProgram);
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.isExecutable(file)
        && !file.getFileName().toString().matches(".*\\.so(\\..*)?")
        && beginsAsElf(file);
  }

  private static boolean beginsAsElf(Path file) {
    try {
      return ElfFile.begins(file);
    } catch (IOException e) {
      return false;
    }
  }

  private SortedMap<String, String> topLinks() throws IOException {
    SortedMap<String, String> links = new TreeMap<>();
    for (String name : TOP) {
      Path path = layout.at(name);
      if (Files.isSymbolicLink(path)) {
        links.put("/" + name, Files.readSymbolicLink(path).toString());
      }
    }
    return links;
  }
}
