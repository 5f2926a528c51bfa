package dev.bawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/formats.md names every file that the code names, and only existing classes and scripts. */
class FormatsTest {

  private static final Path TOP = Path.of("../..");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static String text() throws IOException {
    return Files.readString(TOP.resolve("docs/formats.md"));
  }

  /** Returns the names in the last column of the tables. */
  private static Set<String> owners() throws IOException {
    Set<String> owners = new TreeSet<>();
    for (String line : text().lines().filter(each -> each.startsWith("| ")).toList()) {
      String[] columns = line.split("\\|");
      Matcher code = CODE.matcher(columns[columns.length - 1]);
      while (code.find()) {
        owners.add(code.group(1));
      }
    }
    return owners;
  }

  @Test
  void every_owner_is_a_class_or_a_script() throws IOException {
    Set<String> classes =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.bawn")
                .stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    Set<String> owners = owners();
    assertTrue(owners.size() > 40, owners.toString());
    owners.removeIf(owner -> classes.contains(owner) || Files.isRegularFile(TOP.resolve(owner)));
    assertEquals(Set.of(), owners);
  }

  /** Returns the paths of all methods without parameters. */
  private static List<Path> paths(Object of) throws ReflectiveOperationException {
    List<Path> paths = new ArrayList<>();
    for (Method method : of.getClass().getDeclaredMethods()) {
      boolean isPath =
          Modifier.isPublic(method.getModifiers())
              && !Modifier.isStatic(method.getModifiers())
              && method.getParameterCount() == 0
              && method.getReturnType().equals(Path.class);
      if (isPath) {
        paths.add((Path) method.invoke(of));
      }
    }
    return paths;
  }

  @Test
  void every_file_of_roots_is_described() throws Exception {
    List<String> missing = new ArrayList<>();
    String text = text();
    for (Path path : paths(SystemLayout.SYSTEM)) {
      boolean isRoot = path.equals(Path.of("/"));
      // the lock of the watcher is beside its directory
      String name = path.endsWith("live/.lock") ? "`.lock`" : "| `" + path + "` |";
      if (!isRoot && !text.contains(name)) {
        missing.add(path.toString());
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void every_directory_of_all_sessions_is_described() throws IOException {
    Path state = Path.of("~/.local/state/bawn");
    Path data = Path.of("~/.local/share/bawn");
    Path homes = data.resolve("homes");
    SessionPlaces places =
        new SessionPlaces(state.resolve("sessions"), data.resolve("workspaces"), homes);
    String text = text();
    for (Path path :
        List.of(
            places.sessions(),
            places.workspaces(),
            places.homes(),
            places.login("tool").getParent(),
            places.caches(homes.resolve("tool")).getParent(),
            places.prompt(SessionName.of("x")).getParent())) {
      assertTrue(text.contains("| `" + path + "` |"), path.toString());
    }
  }

  @Test
  void every_file_of_a_policy_and_of_a_session_is_described() throws Exception {
    Path top = Path.of("/x");
    List<Path> all = paths(new Generation(top));
    all.addAll(paths(new SessionDirectory(SessionName.of("x"), top)));
    String text = text();
    List<String> missing = new ArrayList<>();
    for (Path path : all) {
      String name = top.relativize(path).toString();
      if (!name.isEmpty() && !text.contains("`" + name + "`") && !text.contains("`" + name + "/")) {
        missing.add(name);
      }
    }
    assertEquals(List.of(), missing);
  }
}
