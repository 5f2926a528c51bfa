package dev.bawn.admin.sealing;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.signing.Passphrase;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.signing.SecretKeyFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The signing key of this machine, and the public keys that launchers believe. One command uses one
 * instance: a key under a passphrase is opened once.
 */
public final class SigningKeys {

  private static final String SECRET = ".key";
  private static final String NEXT = ".next";

  private final SystemLayout layout;
  private final RootOwned rootOwned;
  private final Passphrase.Source passphrases;
  private Optional<SecretKey> opened = Optional.empty();

  /**
   * @param layout where the keys lie
   * @param rootOwned what decides whether a place is root's
   * @param passphrases asked where a key is under one
   */
  public SigningKeys(SystemLayout layout, RootOwned rootOwned, Passphrase.Source passphrases) {
    this.layout = layout;
    this.rootOwned = rootOwned;
    this.passphrases = passphrases;
  }

  /**
   * The key that seals.
   *
   * @throws Refused if there is none, it is not root's alone, or the passphrase is another
   */
  public SecretKey current() throws IOException {
    KeyId id = currentId().orElseThrow(SigningKeys::none);
    if (opened.isEmpty() || !opened.get().publicKey().id().equals(id)) {
      opened = Optional.of(file(id).open(passphrases));
    }
    return opened.get();
  }

  /** What to say where nothing can be sealed. */
  public static Refused none() {
    return new Refused("this machine has no signing key", "run: sudo bawn-admin init");
  }

  /** Whether a passphrase opens the key that seals; not if there is none. */
  public boolean isProtected() throws IOException {
    Optional<KeyId> id = currentId();
    return id.isPresent() && file(id.get()).isProtected();
  }

  /** The id of the key that seals, if there is one. It is the name of its file. */
  public Optional<KeyId> currentId() throws IOException {
    if (!Files.isDirectory(layout.keys())) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(layout.keys(), "[0-9A-F]*" + SECRET)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        return Optional.of(new KeyId(name.substring(0, name.length() - SECRET.length())));
      }
    }
    return Optional.empty();
  }

  private SecretKeyFile file(KeyId id) throws IOException {
    Path file = secret(id);
    rootOwned
        .problem(file)
        .ifPresent(problem -> {
          throw new Refused(
              "a signing key cannot be trusted: " + problem.sentence(),
              "see: ls -ld " + file + "; correct the owner and the mode by hand");
        });
    return SecretKeyFile.read(file.toString(), Files.readAllBytes(file));
  }

  /** How a new key is kept. */
  public enum Protection {
    NONE,
    PASSPHRASE
  }

  /**
   * Makes a key and believes it. The public half comes last: a crash leaves nothing that is half
   * trusted.
   */
  public SecretKey create(SecureRandom random, Protection protection) throws IOException {
    SecretKey key = SecretKey.generate(random);
    byte[] file = written(key, protection, random);
    AtomicFile.replace(secret(key.publicKey().id()), file, "rw-------");
    trust(key.publicKey());
    return key;
  }

  /** The bytes of a key's file; where they are to be under a passphrase, that is asked for. */
  public byte[] written(SecretKey key, Protection protection, SecureRandom random) {
    return protection == Protection.PASSPHRASE
        ? SecretKeyFile.write(key, passphrases.fresh(), random)
        : SecretKeyFile.write(key);
  }

  /** Makes sure that launchers believe the key that seals. Safe to repeat. */
  public void trustCurrent() throws IOException {
    KeyId id = currentId().orElseThrow(SigningKeys::none);
    // a key under a passphrase is not opened for what is done already
    if (!Files.exists(publicHalf(id))) {
      trust(current().publicKey());
    }
  }

  /** Puts a public key where launchers look. Safe to repeat. */
  public void trust(PublicKey key) throws IOException {
    AtomicFile.replace(publicHalf(key.id()), key.write(), "rw-r--r--");
  }

  /** Launchers do not believe this key any more. Safe to repeat. */
  public void distrust(KeyId id) throws IOException {
    Files.deleteIfExists(publicHalf(id));
    AtomicFile.syncDirectory(layout.trusted());
  }

  /** Puts down a key that is going to seal. */
  public void prepare(KeyId id, byte[] file) throws IOException {
    AtomicFile.replace(next(id), file, "rw-------");
  }

  /** As if it had never been prepared. Safe to repeat. */
  public void forget(KeyId id) throws IOException {
    distrust(id);
    AtomicFile.remove(next(id));
  }

  /** The prepared key seals from now on, and the other one is gone. Safe to repeat. */
  public void exchange(KeyId from, KeyId to) throws IOException {
    if (Files.exists(next(to))) {
      Files.move(next(to), secret(to), StandardCopyOption.ATOMIC_MOVE);
    }
    AtomicFile.remove(secret(from));
    distrust(from);
  }

  private Path secret(KeyId id) {
    return layout.keys().resolve(id + SECRET);
  }

  private Path next(KeyId id) {
    return layout.keys().resolve(id + NEXT);
  }

  private Path publicHalf(KeyId id) {
    return layout.trusted().resolve(id + ".pub");
  }
}
