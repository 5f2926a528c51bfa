package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.UrlLogin;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Warnings about the project's repository, which a session sees. */
final class RepositorySettings {

  /** In bytes; a larger file of settings is read as far as this. */
  private static final int LARGEST = 1 << 20;

  /** Settings, in small letters, whose value is the path of a file. git runs commands from it. */
  private static final Pattern LEADS_TO_FILES =
      Pattern.compile("hookspath\\s*=|\\[include(if)?\\b");

  private RepositorySettings() {}

  /**
   * The warnings.
   *
   * @param project the session sees its {@code .git}
   */
  static List<String> warnings(Path project, WorkspaceKind workspace) {
    List<String> warnings = new ArrayList<>();
    Optional<GitRepository> repository = GitRepository.of(project);
    Optional<Path> alternates = repository.flatMap(GitRepository::alternates);
    if (alternates.isPresent()) {
      warnings.add(
          "git may fail in the session, which does not see the objects that the repository borrows;"
              + " copy them: "
              + ShellQuoting.join(List.of("git", "-C", project.toString(), "repack", "-ad"))
              + " && "
              + ShellQuoting.join(List.of("rm", alternates.get().toString())));
    }
    Optional<Path> file = repository.map(each -> each.common().resolve("config"));
    if (file.filter(Files::isRegularFile).isEmpty()) {
      return warnings;
    }
    try (InputStream in = Files.newInputStream(file.get())) {
      String settings = new String(in.readNBytes(LARGEST), StandardCharsets.ISO_8859_1);
      String small = settings.toLowerCase(Locale.ROOT);
      String shown = Printable.whole(file.get());
      if (UrlLogin.hasPassword(settings) || small.contains("extraheader")) {
        warnings.add(
            "the session can read the password or token in "
                + shown
                + "; --workspace worktree or clone leaves it out");
      }
      if (workspace == WorkspaceKind.BIND && LEADS_TO_FILES.matcher(small).find()) {
        warnings.add(
            "the session may write files to which "
                + shown
                + " leads (hooksPath, include), and git runs commands in them; an overlay marks such"
                + " changes: use --workspace overlay");
      }
    } catch (IOException e) {
      return warnings; // the session cannot read it either
    }
    return warnings;
  }
}
