package dev.bawn.admin.sealing;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** The signing key of this machine, and the public key beside it that launchers believe. */
public final class SigningKeys {

  private final Layout layout;
  private final RootOwned rootOwned;

  /**
   * @param layout where the keys lie
   * @param rootOwned what decides whether a place is root's
   */
  public SigningKeys(Layout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  /**
   * The key that seals.
   *
   * @throws Refused if there is none, or it is not root's alone
   */
  public SecretKey current() throws IOException {
    return find()
        .orElseThrow(
            () -> new Refused("this machine has no signing key", "run: sudo bawn-admin init"));
  }

  /** The key that seals, if there is one already. */
  public Optional<SecretKey> find() throws IOException {
    if (!Files.isDirectory(layout.keys())) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(layout.keys(), "*.key")) {
      for (Path file : files) {
        rootOwned
            .problem(file)
            .ifPresent(problem -> {
              throw new Refused(
                  "a signing key is not root's alone: " + problem.sentence(),
                  "find out why, then mend it by hand");
            });
        return Optional.of(SecretKey.read(file.toString(), Files.readAllBytes(file)));
      }
    }
    return Optional.empty();
  }

  /**
   * Makes a key and believes it. The public half comes last: a crash leaves nothing that is half
   * trusted.
   */
  public SecretKey create(SecureRandom random) throws IOException {
    SecretKey key = SecretKey.generate(random);
    AtomicFile.replace(
        layout.keys().resolve(key.publicKey().id() + ".key"), key.write(), "rw-------");
    trust(key);
    return key;
  }

  /** Puts the public half where launchers look. Safe to repeat. */
  public void trust(SecretKey key) throws IOException {
    Path file = layout.trusted().resolve(key.publicKey().id() + ".pub");
    AtomicFile.replace(file, key.publicKey().write(), "rw-r--r--");
  }
}
