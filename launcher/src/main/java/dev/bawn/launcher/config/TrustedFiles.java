package dev.bawn.launcher.config;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.config.ProjectFile.Trust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The project files that the caller has trusted or refused: {@code
 * $XDG_STATE_HOME/bawn/trusted/ID}, one for each project; ID is the digest of its path. The entry
 * contains the digest of the file, so a changed file is not trusted:
 *
 * <pre>{@code
 * 9f86…0a08 /home/alice/app
 * }</pre>
 *
 * It begins with {@code no} and a space if the caller answered that they do not trust the file.
 */
public final class TrustedFiles {

  private static final String DECLINED = "no ";

  private final Path directory;

  private TrustedFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * The trusted files of the caller.
   *
   * @throws Failed if the environment names no home
   */
  public static TrustedFiles in(Map<String, String> environment) {
    return new TrustedFiles(PersonalDirectory.STATE.required(environment).resolve("trusted"));
  }

  /** The user's decision about this content in this project. */
  Trust trust(Path project, byte[] content) {
    try {
      String pinned = Files.readString(pin(project), StandardCharsets.UTF_8);
      String line = line(project, Sha256.of(content));
      if (pinned.startsWith(DECLINED)) {
        return pinned.equals(DECLINED + line) ? Trust.DECLINED : Trust.UNKNOWN;
      }
      return pinned.equals(line) ? Trust.TRUSTED : Trust.CHANGED;
    } catch (NoSuchFileException e) {
      return Trust.UNKNOWN;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trusts the file of a project with the content that was read. */
  public void trust(Path project, ProjectFile file) {
    write(project, line(project, file.digest()));
  }

  /** Remembers that the caller declined the file of a project with the content that was read. */
  public void decline(Path project, ProjectFile file) {
    write(project, DECLINED + line(project, file.digest()));
  }

  private void write(Path project, String line) {
    try {
      ReplacedFile.write(pin(project), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Removes the decision about the file of a project, yes or no.
   *
   * @return whether the file was trusted
   */
  public boolean forget(Path project) {
    try {
      String pinned = Files.readString(pin(project), StandardCharsets.UTF_8);
      Files.delete(pin(project));
      return !pinned.startsWith(DECLINED);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path pin(Path project) {
    return directory.resolve(Sha256.ofText(project.toString()).hex());
  }

  private static String line(Path project, Sha256 digest) {
    return digest + " " + project + "\n";
  }
}
