package dev.bawn.launcher.config;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@code .bawn.toml} of a project. Any program that writes to the project can write it. So
 * it permits nothing until the user has trusted exactly this content: see {@link TrustedFiles}.
 * Values that restrict take effect at once.
 *
 * @param file its path; empty if there is none
 * @param content its content
 * @param trust the user's decision about that content
 */
public record ProjectFile(Optional<Path> file, byte[] content, Trust trust) {

  static final ProjectFile NONE = new ProjectFile(Optional.empty(), new byte[0], Trust.ABSENT);

  /** Its name, at the top of the project. */
  public static final String NAME = ".bawn.toml";

  private static final int LARGEST = 64 << 10;

  /** The time limit for reading, in milliseconds, which suffices for a slow file system. */
  private static final long PATIENCE = 5000;

  /** The user's decision about the file. */
  public enum Trust {
    /** The file does not exist. */
    ABSENT,
    /** The user has not decided about it. */
    UNKNOWN,
    /** The user was asked about exactly this content, and declined it. */
    DECLINED,
    /** It has changed since the user trusted it. */
    CHANGED,
    /** The user trusted exactly this content. */
    TRUSTED
  }

  /**
   * Reads the file of a project.
   *
   * @throws Refused if it is no file, or larger than 64 KiB
   * @throws TimedOut if it became a pipe between the check and the reading
   */
  static ProjectFile look(Path top, TrustedFiles trusted) {
    Path file = top.resolve(NAME);
    try {
      Optional<byte[]> content = content(file);
      return content.isEmpty()
          ? NONE
          : new ProjectFile(Optional.of(file), content.get(), trusted.trust(top, content.get()));
    } catch (IOException e) {
      throw new Failed(file + " cannot be read", "see: namei -l " + file);
    }
  }

  private static Optional<byte[]> content(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (Files.isSymbolicLink(file)) {
      throw new Refused(
          file + " is a symbolic link, which bawn does not follow", "replace it with a file");
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(file + " is not a file", "remove it, or put a file in its place");
    }
    try {
      Optional<byte[]> content = Reading.of(file, LARGEST + 1, PATIENCE);
      if (content.isEmpty()) {
        throw new TimedOut(
            file + " has no end: it may be a pipe or a device", "see what it is: ls -l " + file);
      }
      if (content.get().length > LARGEST) {
        throw new Refused(file + " is larger than 64 KiB", "remove what bawn does not need");
      }
      return content;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Tells whether values that permit more take effect, too. */
  boolean counts() {
    return trust == Trust.TRUSTED;
  }

  /**
   * The values in the file.
   *
   * @throws Refused if one is not valid
   */
  public Map<Setting, List<String>> values() {
    return file.isEmpty() ? Map.of() : SettingsFile.read(file.get().toString(), content);
  }

  /** The digest of the present content. */
  public Sha256 digest() {
    return Sha256.of(content);
  }

  /** This file after the user declined it. */
  public ProjectFile declined() {
    return new ProjectFile(file, content, Trust.DECLINED);
  }
}
