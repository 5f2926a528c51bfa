package dev.bawn.launcher.merge;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Removes one protection of a merge at a time from the source and runs its test, which must fail.
 * {@code protections.tsv} contains them; whitespace matches any whitespace.
 */
@Tag("slow")
class ProtectionsTest {

  private static final String OWN = "dev.bawn.launcher.";
  private static final Path SOURCES = Path.of("src/main/java/dev/bawn/launcher");

  @TempDir Path directory;

  /** A row of the table. */
  record Protection(String name, String file, String text, String without, String test) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Protection> all() throws IOException {
    try (InputStream table = ProtectionsTest.class.getResourceAsStream("protections.tsv")) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .skip(1)
              .map(line -> line.split("\t", -1))
              .map(words -> new Protection(words[0], words[1], words[2], words[3], words[4]))
              .toList()
              .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_test_fails_without_this_protection_and_passes_with_it(Protection protection)
      throws Exception {
    TestExecutionSummary with = run(protection.test());
    assertEquals(1, with.getTestsFoundCount(), protection.test());
    assertEquals(List.of(), with.getFailures(), protection.test());
    remove(protection);
    TestExecutionSummary without = run(protection.test());
    assertEquals(1, without.getTotalFailureCount(), "no test notices");
    assertFalse(without.getFailures().getFirst().getException() instanceof LinkageError);
  }

  private void remove(Protection protection) throws IOException {
    Path file = SOURCES.resolve(protection.file() + ".java");
    String source = Files.readString(file);
    Pattern text =
        Pattern.compile(
            Arrays.stream(protection.text().split(" "))
                .map(Pattern::quote)
                .collect(joining("\\s+")));
    assertEquals(1, text.matcher(source).results().count(), "the row is not of this source");
    Path changed = directory.resolve(file.getFileName());
    Files.writeString(
        changed, text.matcher(source).replaceFirst(Matcher.quoteReplacement(protection.without())));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-implicit:none",
              "-d",
              directory.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      assertTrue(
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(changed))
              .call(),
          said.toString());
    }
  }

  /** Runs a test with the classes that were compiled here instead of the program's own. */
  private TestExecutionSummary run(String test) throws Exception {
    String[] names = test.split("#");
    List<Path> places = List.of(directory, placeOf(Merges.class), placeOf(MergeScene.class));
    URL[] urls = new URL[places.size()];
    for (int at = 0; at < urls.length; at++) {
      urls[at] = places.get(at).toUri().toURL();
    }
    try (URLClassLoader classes = new Own(urls)) {
      Class<?> scene =
          classes.loadClass(OWN + (names[0].contains(".") ? names[0] : "merge." + names[0]));
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectMethod(scene, names[1]))
                  .build(),
              listener);
      return listener.getSummary();
    }
  }

  private static Path placeOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Loads the launcher's classes again, and shares all others. */
  private static final class Own extends URLClassLoader {

    Own(URL[] urls) {
      super(urls, ProtectionsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null && name.startsWith(OWN)
            ? findClass(name)
            : super.loadClass(name, resolve);
      }
    }
  }
}
