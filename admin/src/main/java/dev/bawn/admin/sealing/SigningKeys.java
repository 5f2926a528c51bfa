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
 * The signing key of this machine, and the public keys that launchers trust. One command uses one
 * instance, so that it asks for a passphrase once.
 */
public final class SigningKeys {

  private static final String SECRET = ".key";
  private static final String NEXT = ".next";

  private final SystemLayout layout;
  private final RootOwned rootOwned;
  private final Passphrase.Source passphrases;
  private Optional<SecretKey> opened = Optional.empty();

  /**
   * @param layout with the keys
   * @param rootOwned decides whether a path belongs to root
   * @param passphrases provides the passphrase of a protected key
   */
  public SigningKeys(SystemLayout layout, RootOwned rootOwned, Passphrase.Source passphrases) {
    this.layout = layout;
    this.rootOwned = rootOwned;
    this.passphrases = passphrases;
  }

  /**
   * Returns the signing key.
   *
   * @throws Refused if there is none, other users can change it, or the passphrase is wrong
   */
  public SecretKey current() throws IOException {
    KeyId id = currentId().orElseThrow(SigningKeys::none);
    if (opened.isEmpty() || !opened.get().publicKey().id().equals(id)) {
      opened = Optional.of(file(id).open(passphrases));
    }
    return opened.get();
  }

  /** The error if there is no signing key. */
  public static Refused none() {
    return new Refused("this machine has no signing key", "run: sudo bawn-admin init");
  }

  /** Tells whether the signing key is protected by a passphrase; false if there is none. */
  public boolean isProtected() throws IOException {
    Optional<KeyId> id = currentId();
    return id.isPresent() && file(id.get()).isProtected();
  }

  /** Returns the ID of the signing key, which is the name of its file; empty if there is none. */
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
              problem.hint(
                  "see: ls -ld " + problem.path() + "; correct the owner and the mode by hand"));
        });
    return SecretKeyFile.read(file.toString(), Files.readAllBytes(file));
  }

  /** The protection of a new key. */
  public enum Protection {
    NONE,
    PASSPHRASE
  }

  /**
   * Creates a key and trusts it. The public key is written last: a crash leaves no trusted key
   * without its secret key.
   */
  public SecretKey create(SecureRandom random, Protection protection) throws IOException {
    SecretKey key = SecretKey.generate(random);
    byte[] file = written(key, protection, random);
    AtomicFile.replace(secret(key.publicKey().id()), file, "rw-------");
    trust(key.publicKey());
    return key;
  }

  /**
   * Returns the bytes of a key's file; asks for a passphrase if the key is to be protected by one.
   */
  public byte[] written(SecretKey key, Protection protection, SecureRandom random) {
    return protection == Protection.PASSPHRASE
        ? SecretKeyFile.write(key, passphrases.fresh(), random)
        : SecretKeyFile.write(key);
  }

  /** Trusts the public key of the signing key. Can be repeated. */
  public void trustCurrent() throws IOException {
    KeyId id = currentId().orElseThrow(SigningKeys::none);
    // the passphrase of a protected key is not asked for if nothing must be done
    if (!Files.exists(publicHalf(id))) {
      trust(current().publicKey());
    }
  }

  /** Adds a public key to those that launchers trust. Can be repeated. */
  public void trust(PublicKey key) throws IOException {
    AtomicFile.replace(publicHalf(key.id()), key.write(), "rw-r--r--");
  }

  /** Removes a public key from those that launchers trust. Can be repeated. */
  public void distrust(KeyId id) throws IOException {
    Files.deleteIfExists(publicHalf(id));
    AtomicFile.syncDirectory(layout.trusted());
  }

  /** Stores a new key that does not sign yet. */
  public void prepare(KeyId id, byte[] file) throws IOException {
    AtomicFile.replace(next(id), file, "rw-------");
  }

  /** Tells whether this key is stored: as the signing key, or by {@link #prepare}. */
  public boolean has(KeyId id) {
    return Files.exists(secret(id)) || Files.exists(next(id));
  }

  /** Removes a key that was stored by {@link #prepare}. Can be repeated. */
  public void forget(KeyId id) throws IOException {
    distrust(id);
    AtomicFile.remove(next(id));
  }

  /** Makes the stored key the signing key, and removes the old one. Can be repeated. */
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
