package dev.bawn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** SECURITY.md lists every privileged line, and only existing ones. */
final class PrivilegedLinesTest {

  private static final Path TOP = Path.of("../..");
  private static final Path ADMIN = TOP.resolve("admin/src/main/java");
  private static final Path LAUNCHER = TOP.resolve("launcher/src/main/java");

  /** A program that is started by its name, from fixed directories. */
  private static final Pattern NAMED =
      Pattern.compile("SystemProgram\\s*\\.(?:named|find)\\(\\s*\"([^\"]+)\"");

  /** A program that is started by its path; only the processes of mirrors and tools are. */
  private static final Pattern BY_PATH = Pattern.compile("\"(/(?:usr/)?s?bin/[a-z-]+)\"");

  /** A table row that begins with one or two names in code marks. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| (?:`([^`]+)` \\|)?.*$");

  @Test
  void every_program_that_root_starts_is_listed_with_its_class() throws IOException {
    Set<String> started = new TreeSet<>();
    for (Path source : sources(ADMIN)) {
      boolean startsByPath =
          source.getParent().endsWith("mirror") || source.getParent().endsWith("admin/tool");
      Stream.of(NAMED, BY_PATH)
          .filter(form -> form == NAMED || startsByPath)
          .flatMap(form -> found(form, source))
          .forEach(program -> started.add(className(source) + " " + program));
    }
    assertEquals(started, rows("### Programs that root's Java starts"));
  }

  @Test
  void processes_are_started_in_these_classes_only() throws IOException {
    assertEquals(
        Set.of("SystemProgram", "OwnerChild", "Watched"), naming(ADMIN, "new ProcessBuilder"));
    assertEquals(Set.of("SystemProgram", "Watched"), naming(ADMIN, "builder.start()"));
    assertEquals(
        Set.of(
            "AgentBundle",
            "AgentEntries",
            "ChildEngine",
            "DiskCount",
            "DiskUse",
            "Editor",
            "ExcludesFile",
            "MaskLayer",
            "Preparation",
            "MirrorSync",
            "OwnerRights",
            "GitProcess",
            "ProjectListing",
            "RemoteRepository",
            "SessionBundle",
            "SessionIdentity",
            "SshProbe",
            "StartHooks",
            "StopAll",
            "Tmux",
            "TreeProgram",
            "SudoExamination",
            "SandboxExamination",
            "Training",
            "TranscriptDatabase",
            "Trial",
            "WatchedSessions",
            "YourLogs"),
        naming(LAUNCHER, "ProcessBuilder("));
    assertEquals(Set.of(), naming(ADMIN, "getRuntime().exec"));
    assertEquals(Set.of(), naming(LAUNCHER, "getRuntime().exec"));
  }

  @Test
  void every_script_and_unit_is_listed() throws IOException {
    Path inside = TOP.resolve("libexec/inside");
    try (Stream<Path> scripts = Files.list(TOP.resolve("libexec"));
        Stream<Path> their = Files.list(inside);
        Stream<Path> files = Files.list(TOP.resolve("packaging"))) {
      Set<String> there =
          Stream.of(scripts, their, files)
              .flatMap(each -> each)
              .filter(Files::isRegularFile)
              .map(file ->
                  (file.startsWith(inside) ? "inside/" : "") + file.getFileName().toString())
              .filter(name -> !name.equals("THIRD-PARTY"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(there, rows("### Scripts, stubs and units"));
    }
  }

  private static Stream<String> found(Pattern form, Path source) {
    try {
      return form.matcher(Files.readString(source)).results().map(match -> match.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names at the beginning of each row, up to the next heading. */
  private static Set<String> rows(String heading) throws IOException {
    String text = Files.readString(TOP.resolve("SECURITY.md")).split(Pattern.quote(heading), -1)[1];
    return ROW.matcher(text.split("\n#", -1)[0])
        .results()
        .map(row -> row.group(2) == null ? row.group(1) : row.group(1) + " " + row.group(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> naming(Path module, String words) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path source : sources(module)) {
      if (Files.readString(source).contains(words)) {
        names.add(className(source));
      }
    }
    return names;
  }

  private static List<Path> sources(Path module) throws IOException {
    try (Stream<Path> files = Files.walk(module)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String className(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }
}
