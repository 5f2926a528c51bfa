package dev.bawn.launcher.review;

import dev.bawn.launcher.workspace.GitProcess;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads git objects, by one {@code git cat-file --batch} that is started when asked. */
public final class GitObjects implements AutoCloseable {

  private static final String MISSING = " missing";

  private final Path directory;
  private final Path objects;
  private Process git;
  private InputStream from;

  /**
   * @param directory in the place of a git directory
   * @param objects where the objects are
   */
  public GitObjects(Path directory, Path objects) {
    this.directory = directory;
    this.objects = objects;
  }

  /**
   * The content of a blob.
   *
   * @param most in bytes
   * @return nothing if it is larger, or missing
   */
  Optional<byte[]> blob(String id, int most) throws IOException {
    return object(id, "blob", most);
  }

  /**
   * The content of an object.
   *
   * @param type as git calls it
   * @param most in bytes
   * @return nothing if it is larger, or missing
   * @throws IOException also if it is of another type
   */
  public Optional<byte[]> object(String id, String type, int most) throws IOException {
    String head = head(id);
    if (head.endsWith(MISSING)) {
      return Optional.empty();
    }
    if (!head.startsWith(id + " " + type + " ")) {
      throw new IOException("git answers: " + head);
    }
    long size = Long.parseLong(head.substring(head.lastIndexOf(' ') + 1));
    if (size > most) {
      from.skipNBytes(size + 1);
      return Optional.empty();
    }
    byte[] content = from.readNBytes((int) size);
    from.skipNBytes(1);
    if (content.length < size) {
      throw new IOException("git has ended");
    }
    return Optional.of(content);
  }

  /** Whether it is there. */
  public boolean has(String id) throws IOException {
    String head = head(id);
    if (head.endsWith(MISSING)) {
      return false;
    }
    from.skipNBytes(Long.parseLong(head.substring(head.lastIndexOf(' ') + 1)) + 1);
    return true;
  }

  private String head(String id) throws IOException {
    if (git == null) {
      git = GitProcess.start(directory, objects, List.of("cat-file", "--batch"));
      from = new BufferedInputStream(git.getInputStream());
    }
    OutputStream to = git.getOutputStream();
    to.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
    to.flush();
    return line();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = from.read();
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      next = from.read();
    }
    if (next < 0) {
      throw new IOException("git has ended");
    }
    return line.toString();
  }

  @Override
  public void close() {
    if (git != null) {
      git.destroy();
    }
  }
}
