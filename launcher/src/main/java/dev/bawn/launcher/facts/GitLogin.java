package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.UrlLogin;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** A login in the settings of the project's repository, which a session can read. */
final class GitLogin {

  /** In bytes; a larger file of settings is read as far as this. */
  private static final int LARGEST = 1 << 20;

  private GitLogin() {}

  /**
   * A warning if the settings have an address with a password or a token, or a header for requests.
   *
   * @param project the session sees its {@code .git}
   */
  static Optional<String> warning(Path project) {
    Optional<GitRepository> repository = GitRepository.of(project);
    if (repository.isEmpty()) {
      return Optional.empty();
    }
    Path file = repository.get().common().resolve("config");
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      String settings = new String(in.readNBytes(LARGEST), StandardCharsets.ISO_8859_1);
      return UrlLogin.hasPassword(settings)
              || settings.toLowerCase(Locale.ROOT).contains("extraheader")
          ? Optional.of(
              "the session can read the password or token in "
                  + Printable.whole(file.toString())
                  + "; --workspace worktree or clone leaves it out")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the session cannot read it either
    }
  }
}
