package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.workspace.BaseDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A project and an upper layer for tests. */
public final class Overlaid {

  public final Path project;
  public final Path upper;
  private Instant begun = Instant.EPOCH;
  private Map<RawPath, MergedBase> known = Map.of();

  public Overlaid(Path directory) throws IOException {
    project = Files.createDirectory(directory.resolve("project"));
    upper = Files.createDirectory(directory.resolve("upper"));
  }

  /** Writes a file of the project. */
  public Overlaid had(String path, String content) throws IOException {
    write(project.resolve(path), content);
    return this;
  }

  /** Writes a file of the session. */
  public Overlaid wrote(String path, String content) throws IOException {
    write(upper.resolve(path), content);
    return this;
  }

  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** Removes a path in the session: a whiteout, as the kernel creates it. */
  public Overlaid removed(String path) throws IOException {
    Files.createDirectories(upper.resolve(path).getParent());
    run("mknod", upper.resolve(path).toString(), "c", "0", "0");
    return this;
  }

  public Overlaid linked(String path, String target) throws IOException {
    Files.createDirectories(upper.resolve(path).getParent());
    Files.createSymbolicLink(upper.resolve(path), Path.of(target));
    return this;
  }

  public Overlaid made(String path) throws IOException {
    Files.createDirectories(upper.resolve(path));
    return this;
  }

  public Overlaid mode(String path, String permissions) throws IOException {
    Files.setPosixFilePermissions(
        upper.resolve(path), PosixFilePermissions.fromString(permissions));
    return this;
  }

  /** Sets an attribute as overlayfs does. */
  public Overlaid marked(String path, String name, String value) throws IOException {
    Files.getFileAttributeView(upper.resolve(path), UserDefinedFileAttributeView.class)
        .write("overlay." + name, ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  /** Hides a path from the session. */
  public Overlaid hid(String path) throws IOException {
    Path mask = upper.resolveSibling("masks").resolve(path);
    Files.createDirectories(mask.getParent());
    run("mknod", mask.toString(), "c", "0", "0");
    return this;
  }

  /** Runs a shell command in the upper layer. */
  public Overlaid did(String script) throws IOException {
    run("sh", "-c", "cd \"$1\" && " + script, "sh", upper.toString());
    return this;
  }

  private static void run(String... words) throws IOException {
    try {
      int status = new ProcessBuilder(words).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IOException(List.of(words) + " ended with " + status);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Begins the session: later changes of the project are changes of others. */
  public Overlaid begins() throws IOException {
    return begins(Duration.ZERO);
  }

  /** Begins the session before the clock is set back. */
  Overlaid begins(Duration back) throws IOException {
    // the kernel's clock for files is late by up to a tick
    pause();
    begun = Instant.now().plus(back);
    Path base = Files.createDirectory(upper.resolveSibling("base"));
    BaseDirectory.keep(project, base, begun, Optional.empty());
    pause();
    return this;
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Runs a shell command in the project, as a change of others. */
  public Overlaid others(String script) throws IOException {
    run("sh", "-ec", "cd \"$1\"\n" + script, "sh", project.toString());
    return this;
  }

  /** Returns the begin of the session. */
  public Instant begun() {
    return begun;
  }

  /** Sets the base that merges left. */
  public Overlaid based(Map<RawPath, MergedBase> bases) {
    known = bases;
    return this;
  }

  public Layers layers() {
    Path masks = upper.resolveSibling("masks");
    return Layers.open(
        Optional.of(project),
        Optional.of(masks).filter(Files::exists),
        upper,
        Base.of(upper.resolveSibling("base"), Optional.of(project), begun, known, false));
  }

  /** Returns the changes of the session, one per line. */
  List<String> changes() throws IOException {
    try (Layers layers = layers()) {
      return layers.changes().stream().map(Overlaid::line).toList();
    }
  }

  private static String line(Change change) {
    String detail =
        switch (change) {
          case Change.Added(_, var after) -> kind(after);
          case Change.Modified(_, var before, var after) ->
              before.mode() == after.mode() ? kind(after) : modes(before, after);
          case Change.ModeChanged(_, var before, var after) -> modes(before, after);
          case Change.TypeChanged(_, var before, var after) -> kind(before) + ">" + kind(after);
          case Change.Removed(_, var before) -> kind(before);
          case Change.Replaced(_, _, var after) -> kind(after);
          case Change.Renamed(_, _, var from) -> from;
          case Change.Unclear(_, _, var obstacle) -> obstacle.toString();
        };
    return change.word() + " " + change.path() + " " + detail;
  }

  private static String kind(FileStatus status) {
    return status.kind().words();
  }

  private static String modes(FileStatus before, FileStatus after) {
    return Integer.toOctalString(before.mode()) + ">" + Integer.toOctalString(after.mode());
  }
}
