package dev.bawn.launcher.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.machine.GitIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The settings of a repository that decide which files of a commit git writes, and with which line
 * ends, and the name and address of its commits. A checkout without them would differ from the
 * project in unchanged files. They name no command.
 */
final class WorkTreeSettings {

  private static final String SECTION = "core.";
  private static final String SPARSE = "sparsecheckout";
  private static final String USER = "user.";
  private static final String KEYS =
      "^(core\\.(autocrlf|eol|sparsecheckout|sparsecheckoutcone)|user\\.(name|email))$";
  private static final Set<String> VALUES =
      Set.of("true", "yes", "on", "1", "false", "no", "off", "0", "input", "lf", "crlf", "native");
  private static final int MOST = 1 << 12;

  /** git-gc(1) drops objects that the project has, too: the project may remove them later. */
  static final String WITHOUT_GC = "[gc]\n\tauto = 0\n";

  private WorkTreeSettings() {}

  /**
   * Copies the settings.
   *
   * @param git the session's own git directory, which has a configuration
   */
  static void copy(GitRepository repository, Path git) throws IOException {
    GitProcess list =
        GitProcess.start(
            repository.directory(),
            repository.common().resolve("objects"),
            List.of("config", "--null", "--get-regexp", KEYS));
    String found = new String(list.output().readNBytes(MOST), UTF_8);
    list.close();
    StringBuilder settings = new StringBuilder("[core]\n");
    GitIdentity identity = GitIdentity.NONE;
    for (String each : found.split("\0")) {
      int end = each.indexOf('\n');
      String key = end < 0 ? each : each.substring(0, end);
      // a key without a value is true
      String text = end < 0 ? "true" : each.substring(end + 1);
      String value = text.toLowerCase(Locale.ROOT);
      if (key.startsWith(USER)) {
        identity = identity.with(key.substring(USER.length()), text);
      } else if (key.startsWith(SECTION) && VALUES.contains(value)) {
        settings.append("\t%s = %s\n".formatted(key.substring(SECTION.length()), value));
      }
    }
    settings.append(identity.settings()).append(WITHOUT_GC);
    Files.writeString(git.resolve("config"), settings, StandardOpenOption.APPEND);
    if (found.contains(SPARSE)) {
      copyPatterns(repository, git);
    }
  }

  private static void copyPatterns(GitRepository repository, Path git) throws IOException {
    try (OpenDirectory own = OpenDirectory.at(repository.directory());
        OpenDirectory info = own.beneath("info");
        OpenFile patterns = info.file(RawName.of("sparse-checkout"))) {
      Files.copy(
          patterns.stream(),
          Files.createDirectories(git.resolve("info")).resolve("sparse-checkout"));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return; // git then checks out all files
    }
  }
}
