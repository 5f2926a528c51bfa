package dev.bawn.admin.recipe;

import dev.bawn.admin.allowlist.SealedPrograms;
import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads what of this machine the sessions of an agent need to see, and what they must not. */
public final class MachineProbe {

  /**
   * Program trees below /usr/lib or /usr/libexec that a command cannot work without: who brings
   * them onto the allowlist.
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

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final List<String> TOP = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

  private final Layout layout;

  private final ToolDefinitions definitions;
  private final SealedPrograms sealedPrograms;

  /**
   * @param layout where {@code /usr} is
   * @param definitions what adopted tools want to be set
   */
  public MachineProbe(Layout layout, ToolDefinitions definitions) {
    this.layout = layout;
    this.definitions = definitions;
    this.sealedPrograms = new SealedPrograms(layout);
  }

  /**
   * What sessions see that may run these commands and have these tools, without the programs that
   * are missing.
   */
  public Machine probe(List<AllowedCommand> commands, List<AdoptedTool> tools) throws IOException {
    SortedSet<String> programs = new TreeSet<>();
    SortedSet<String> keep = new TreeSet<>();
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
    }
    LibraryDirectories directories = libraryDirectories(programs, keep);
    Wishes wishes = new Wishes(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    for (AdoptedTool tool : tools) {
      directories.trees().add(layout.tool(tool.name(), tool.version()).toString());
      wishes.add(definitions.of(tool.name()));
    }
    return new Machine(
        List.copyOf(programs),
        links(programs),
        directories.covered(),
        directories.trees(),
        topLinks(),
        wishes.variables(),
        wishes.etc(),
        List.copyOf(wishes.unpacked()));
  }

  /** What the definitions of an agent's tools want of its sessions. */
  private record Wishes(
      SortedMap<String, String> variables,
      SortedMap<String, String> etc,
      SortedSet<String> unpacked) {

    void add(ToolDefinition definition) {
      variables.putAll(definition.set());
      etc.putAll(definition.etc());
      unpacked.addAll(definition.places().unpacks());
    }
  }

  /**
   * Other names of the programs, such as sh and python3, where scripts look for their interpreters.
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

  /** Where a link leads in the end, as a path of the system, or nothing when it leads nowhere. */
  private String resolved(Path link) {
    try {
      return "/" + layout.root().toRealPath().relativize(link.toRealPath());
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Directories directly below /usr/lib, or below one of its directories of libraries for one
   * architecture, that hold a program: an ELF file that may be executed and is no shared library.
   *
   * @param covered those that nothing on the allowlist needs
   * @param trees those whose programs a command starts itself
   */
  private record LibraryDirectories(List<String> covered, List<String> trees) {}

  private LibraryDirectories libraryDirectories(SortedSet<String> programs, SortedSet<String> keep)
      throws IOException {
    LibraryDirectories found = new LibraryDirectories(new ArrayList<>(), new ArrayList<>());
    for (String lib : List.of("usr/lib", "usr/lib64", "usr/lib32")) {
      if (Files.isDirectory(layout.at(lib), LinkOption.NOFOLLOW_LINKS)) {
        collect("/" + lib, programs, keep, found);
      }
    }
    // sessions see nothing of /usr/libexec but these trees, so nothing has to be covered there
    for (String name : keep) {
      if (Files.isDirectory(layout.at("usr/libexec").resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        found.trees().add("/usr/libexec/" + name);
      }
    }
    found.covered().sort(null);
    found.trees().sort(null);
    return found;
  }

  private void collect(
      String parent, SortedSet<String> programs, SortedSet<String> keep, LibraryDirectories found)
      throws IOException {
    for (Path directory : directories(layout.at(parent.substring(1)))) {
      String name = directory.getFileName().toString();
      String path = parent + "/" + name;
      if (name.contains("-linux-gnu")) {
        collect(path, programs, keep, found);
      } else if (keep.contains(name)) {
        found.trees().add(path);
      } else if (programs.stream().noneMatch(program -> program.startsWith(path + "/"))
          && holdsProgram(directory)) {
        found.covered().add(path);
      }
    }
  }

  private static List<Path> directories(Path parent) throws IOException {
    List<Path> directories = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            parent, entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
      entries.forEach(directories::add);
    }
    directories.sort(null);
    return directories;
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
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
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
