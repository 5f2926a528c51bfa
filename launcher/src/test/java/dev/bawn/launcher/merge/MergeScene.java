package dev.bawn.launcher.merge;

import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Overlaid;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A project, a session of it, and merges between both. */
abstract class MergeScene {

  static final String COMMIT = "git add . && git -c user.name=a -c user.email=a@b commit -qam x";

  @TempDir Path directory;
  Overlaid session;

  @BeforeEach
  void aRepository() throws IOException {
    session =
        new Overlaid(directory)
            .had("list", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")
            .had("b", "b\n")
            .had("dir/c", "c\n")
            .had("dir/deep/d", "d\n")
            .had("link-to-be", "l\n");
  }

  void withGit() throws IOException {
    session.others("git init -q && " + COMMIT);
  }

  Merges merges() {
    return new Merges(record(), "bawn merge work --all");
  }

  SessionRecord record() {
    return new SessionRecord(
        SessionName.of("work"),
        session.begun(),
        Optional.of(session.project),
        session.project,
        WorkspaceKind.OVERLAY,
        Optional.of(session.upper),
        "command",
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  Outcome merge(boolean markers) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      return merges().merge(layers, layers.changes(), Map.of(), Map.of(), false, markers, uid());
    }
  }

  long uid() throws IOException {
    return (Integer) Files.getAttribute(session.project, "unix:uid");
  }

  List<String> left() throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      return layers.changes().stream().map(change -> change.word() + " " + change.path()).toList();
    }
  }

  static List<String> told(Outcome outcome) {
    return outcome.waiting().stream().map(each -> each.path() + ": " + each.reason()).toList();
  }

  /** Returns the files in the project, without those of git. */
  List<String> tree() throws IOException {
    try (Stream<Path> walk = Files.walk(session.project)) {
      return walk.filter(path -> !path.startsWith(session.project.resolve(".git")))
          .filter(path -> !path.equals(session.project))
          .sorted()
          .map(this::line)
          .toList();
    }
  }

  String line(Path path) {
    try {
      String name = session.project.relativize(path).toString();
      if (Files.isSymbolicLink(path)) {
        return name + " -> " + Files.readSymbolicLink(path);
      }
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      return name
          + " "
          + mode
          + (Files.isDirectory(path) ? "" : " " + Files.readString(path).replace("\n", "|"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
