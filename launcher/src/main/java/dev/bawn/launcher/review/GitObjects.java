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

/** Reads blobs of the project, by one {@code git cat-file --batch} that is started when asked. */
final class GitObjects implements AutoCloseable {

  private static final String MISSING = " missing";

  private final Path directory;
  private final Path objects;
  private Process git;
  private InputStream from;

  GitObjects(Path directory, Path objects) {
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
    if (git == null) {
      git = GitProcess.start(directory, objects, List.of("cat-file", "--batch"));
      from = new BufferedInputStream(git.getInputStream());
    }
    OutputStream to = git.getOutputStream();
    to.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
    to.flush();
    String head = line();
    if (head.endsWith(MISSING)) {
      return Optional.empty();
    }
    if (!head.startsWith(id + " blob ")) {
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
