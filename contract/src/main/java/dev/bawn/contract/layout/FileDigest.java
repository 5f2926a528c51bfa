package dev.bawn.contract.layout;

import dev.bawn.contract.agent.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The digest of a file's content. */
public final class FileDigest {

  private FileDigest() {}

  /**
   * The digest of a file of any size; a link is followed.
   *
   * @throws IOException if it cannot be read
   */
  public static Sha256 of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Sha256.of(in);
    }
  }
}
