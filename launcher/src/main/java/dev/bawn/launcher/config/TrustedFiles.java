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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The project files that the caller has trusted or refused: {@code
 * $XDG_STATE_HOME/bawn/trusted/ID}, one for each project; ID is the digest of its path. Each line
 * is a decision about one content of the file, with its digest, so a changed file is not trusted,
 * and the files of two branches can both be:
 *
 * <pre>{@code
 * 9f86…0a08 /home/alice/app
 * no 6b86…875b /home/alice/app
 * }</pre>
 *
 * A line begins with {@code no} and a space if the caller answered that they do not trust this
 * content. The newest decision comes first.
 */
public final class TrustedFiles {

  private static final String DECLINED = "no ";

  /** Decisions that are kept for each project. */
  private static final int MOST = 32;

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
    List<String> decisions = decisions(project);
    String digest = Sha256.of(content).toString();
    if (decisions.contains(digest)) {
      return Trust.TRUSTED;
    }
    if (decisions.contains(DECLINED + digest)) {
      return Trust.DECLINED;
    }
    return isAnyTrusted(decisions) ? Trust.CHANGED : Trust.UNKNOWN;
  }

  /** Trusts the file of a project with the content that was read. */
  public void trust(Path project, ProjectFile file) {
    decide(project, file.digest().toString());
  }

  /** Remembers that the caller declined the file of a project with the content that was read. */
  public void decline(Path project, ProjectFile file) {
    decide(project, DECLINED + file.digest());
  }

  private void decide(Path project, String decision) {
    String digest = digest(decision);
    List<String> decisions = new ArrayList<>(decisions(project));
    decisions.removeIf(each -> digest(each).equals(digest));
    decisions.addFirst(decision);
    StringBuilder text = new StringBuilder();
    for (String each : decisions.subList(0, Math.min(MOST, decisions.size()))) {
      text.append(each).append(end(project));
    }
    try {
      ReplacedFile.write(pin(project), text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Removes all decisions about the file of a project, yes or no.
   *
   * @return whether a content of the file was trusted
   */
  public boolean forget(Path project) {
    List<String> decisions = decisions(project);
    try {
      Files.deleteIfExists(pin(project));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return isAnyTrusted(decisions);
  }

  /** The decisions about the file of a project, each a digest, and {@link #DECLINED} before it. */
  private List<String> decisions(Path project) {
    try {
      // a name may contain line breaks
      return List.of(
          Files.readString(pin(project), StandardCharsets.UTF_8)
              .split(Pattern.quote(end(project))));
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAnyTrusted(List<String> decisions) {
    return decisions.stream().anyMatch(each -> !each.startsWith(DECLINED));
  }

  private static String digest(String decision) {
    return decision.startsWith(DECLINED) ? decision.substring(DECLINED.length()) : decision;
  }

  private Path pin(Path project) {
    return directory.resolve(Sha256.ofText(project.toString()).hex());
  }

  /** The end of each line about this project. */
  private static String end(Path project) {
    return " " + project + "\n";
  }
}
