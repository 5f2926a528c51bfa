package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Checks that the installed files of bawn are complete, belong to root, and fit the Java that runs
 * them.
 *
 * @param installation to examine
 * @param rootOwned decides whether it belongs to root
 */
public record InstallationExamination(Installation installation, RootOwned rootOwned)
    implements Examination {

  private static final String AGAIN = "sudo packaging/install   # or install the package again";

  /** struct sock_filter of the kernel. */
  private static final int INSTRUCTION = 8;

  @Override
  public String subject() {
    return "the installation";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.INSTALLATION_BROKEN,
        FindingKind.INSTALLATION_OPEN,
        FindingKind.FILTER_BROKEN,
        FindingKind.JAVA_CHANGED,
        FindingKind.JAVA_UNTRAINED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Path> jars = jars();
    List<Path> files = new ArrayList<>(jars);
    files.addAll(installation.starters());
    files.addAll(installation.filters());
    List<Diagnosis> found = new ArrayList<>();
    for (Path file : files) {
      rootOwned.problem(file).ifPresent(problem -> found.add(diagnosis(file, problem)));
    }
    if (jars.isEmpty()) {
      found.add(broken("there is no jar in " + installation.library()));
    }
    for (Path filter : installation.filters()) {
      checkSize(filter, found);
    }
    java(jars, found);
    return found;
  }

  private static Diagnosis diagnosis(Path file, RootOwned.Problem problem) {
    return Files.exists(file)
        ? new Diagnosis(
            FindingKind.INSTALLATION_OPEN,
            "other users could change a program of bawn: " + problem.sentence(),
            RepairCommands.of(problem, AGAIN))
        : broken(file + " is missing");
  }

  private static Diagnosis broken(String what) {
    return Diagnosis.of(FindingKind.INSTALLATION_BROKEN, what, AGAIN);
  }

  private static void checkSize(Path filter, List<Diagnosis> found) throws IOException {
    if (Files.exists(filter)) {
      long size = Files.size(filter);
      if (size < 2 * INSTRUCTION || size % INSTRUCTION != 0) {
        found.add(
            Diagnosis.of(
                FindingKind.FILTER_BROKEN,
                filter + " is not a system call filter (" + size + " bytes)",
                AGAIN));
      }
    }
  }

  private void java(List<Path> jars, List<Diagnosis> found) throws IOException {
    String train = "sudo " + installation.library().resolve("train");
    for (Path jar : jars) {
      for (Path cache : caches(jar)) {
        if (!Files.exists(cache)) {
          found.add(
              Diagnosis.of(
                  FindingKind.JAVA_UNTRAINED,
                  cache + " is missing: the program starts in half a second instead of a tenth",
                  train));
        }
      }
    }
    Optional<String> change = change();
    change.ifPresent(what -> found.add(Diagnosis.of(FindingKind.JAVA_CHANGED, what, train)));
  }

  /**
   * The caches of a jar. The launcher has two more, for starts only: of agent sessions, and of
   * unprivileged ones.
   */
  private static List<Path> caches(Path jar) {
    String stem = jar.getFileName().toString().replaceFirst("\\.jar$", "");
    Path whole = jar.resolveSibling(stem + ".aot");
    return stem.startsWith("bawn-admin-")
        ? List.of(whole)
        : List.of(
            whole, jar.resolveSibling(stem + ".start.aot"), jar.resolveSibling(stem + ".own.aot"));
  }

  /**
   * The difference from the record of {@code train}, which has the home of a Java, then size and
   * time of its modules.
   */
  private Optional<String> change() throws IOException {
    Path record = installation.library().resolve("jdk");
    if (!Files.exists(record)) {
      return Optional.of("no Java is recorded for this installation");
    }
    List<String> lines = Files.readAllLines(record, StandardCharsets.UTF_8);
    if (lines.size() < 2) {
      return Optional.of("the Java of this installation was recorded by an older bawn");
    }
    Path modules = Path.of(lines.getFirst()).resolve("lib/modules");
    if (!Files.exists(modules)) {
      return Optional.of("the Java of this installation is missing: " + lines.getFirst());
    }
    long seconds = Files.getLastModifiedTime(modules).to(TimeUnit.SECONDS);
    return lines.get(1).equals(Files.size(modules) + " " + seconds)
        ? Optional.empty()
        : Optional.of(
            "the Java in "
                + lines.getFirst()
                + " changed since bawn was prepared for it, so bawn starts slowly");
  }

  private List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(installation.library())) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(installation.library(), "*.jar")) {
        files.forEach(jars::add);
      }
    }
    jars.sort(null);
    return jars;
  }
}
