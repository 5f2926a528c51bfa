package dev.bawn.launcher.receipt;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.signing.Passphrase;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.signing.SecretKeyFile;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/**
 * The key of a user that signs receipts: {@code receipts.key} (mode 0600) and its public half,
 * {@code receipts.pub}, in {@code $XDG_CONFIG_HOME/bawn}, which no session sees. Both are files of
 * minisign.
 */
public final class ReceiptKey {

  private static final int OPEN_TO_OTHERS = 0077;

  private final Path secret;
  private final Path known;
  private final PersonalFiles files;

  /**
   * @param environment names its directory
   * @param files reads the user's own
   * @throws Refused if another user could replace the directory
   */
  public ReceiptKey(Map<String, String> environment, PersonalFiles files) {
    Path directory = PersonalDirectory.CONFIG.secured(environment, files);
    this.secret = directory.resolve("receipts.key");
    this.known = directory.resolve("receipts.pub");
    this.files = files;
  }

  /** The file of the public half. */
  public Path publicFile() {
    return known;
  }

  /** Tells whether the key exists. */
  public boolean exists() {
    return Files.exists(secret, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Signs a statement, and makes the key if it does not exist.
   *
   * @throws Refused if another user could read the key or have written it
   */
  public Receipt sign(String statement) {
    return Receipt.sign(statement, open());
  }

  private SecretKey open() {
    try {
      if (!exists()) {
        make();
      }
      byte[] content = files.read(secret);
      if (((Integer) Files.getAttribute(secret, "unix:mode") & OPEN_TO_OTHERS) != 0) {
        throw new Refused(
            Printable.whole(secret) + " is secret, and other users can read it",
            "run: chmod 600 " + Printable.whole(secret));
      }
      SecretKey key =
          SecretKeyFile.read(Printable.whole(secret), content).open(new NoPassphrase(secret));
      if (!Files.exists(known, LinkOption.NOFOLLOW_LINKS)) {
        ReplacedFile.write(known, new String(key.publicKey().write(), StandardCharsets.US_ASCII));
      }
      return key;
    } catch (IOException e) {
      throw Failed.of("the key that signs your receipts cannot be read or created", e);
    }
  }

  /** Makes the key; two simultaneous commands make one. */
  private void make() throws IOException {
    if (Files.exists(known, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(
          Printable.whole(secret) + " does not exist, but its public half does",
          "restore it from a backup, or remove the public half to get a new key: "
              + Printable.whole(known));
    }
    Path made = secret.resolveSibling(".receipts." + ProcessHandle.current().pid());
    byte[] content = SecretKeyFile.write(SecretKey.generate(new SecureRandom()));
    try {
      ReplacedFile.write(made, new String(content, StandardCharsets.US_ASCII));
      try (OpenDirectory directory = OpenDirectory.at(secret.getParent())) {
        directory.move(name(made), directory, name(secret));
      }
    } catch (FileAlreadyExistsException e) {
      return;
    } finally {
      Files.deleteIfExists(made);
    }
  }

  private static RawName name(Path file) {
    return new RawName(file.getFileName().toString());
  }

  /** The public half, if the key exists. */
  public Optional<PublicKey> known() {
    try {
      return Optional.of(PublicKey.read(Printable.whole(known), files.read(known)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw Failed.of(e);
    }
  }

  private record NoPassphrase(Path file) implements Passphrase.Source {
    @Override
    public Passphrase of(String key) {
      throw new Refused(
          Printable.whole(file) + " has a passphrase, and bawn asks for none",
          "remove the passphrase: minisign -C -s " + Printable.whole(file));
    }

    @Override
    public Passphrase fresh() {
      throw new IllegalStateException("no key of a user has a passphrase");
    }
  }
}
