package dev.bawn.contract.signing;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.seal.KeyId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.crypto.digests.Blake2bDigest;

/**
 * The file {@code KEYID.key}, minisign's secret key format:
 *
 * <pre>{@code
 * untrusted comment: minisign encrypted secret key
 * RWQAAEIyAAAA…
 * }</pre>
 *
 * The second line is base64 of {@code Ed}, the key derivation ({@code Sc} for scrypt, or two zero
 * bytes for none), {@code B2}, 32 bytes of salt and twice 8 of limits (little-endian; all zero
 * without a passphrase), then the key ID (8), the Ed25519 seed and public key (64), and BLAKE2b-256
 * over {@code Ed}, ID and keys (32). With a passphrase, these last 104 bytes are combined by
 * exclusive or with the output of scrypt.
 */
public final class SecretKeyFile {

  private static final int SALT = 32;
  private static final int CHECKSUM = 32;
  private static final int BODY = KeyId.LENGTH + 2 * SecretKey.SEED + CHECKSUM;
  private static final int LENGTH = 2 + 2 + 2 + SALT + 8 + 8 + BODY;
  private static final byte[] SIGNATURE = {'E', 'd'};
  private static final byte[] SCRYPT = {'S', 'c'};
  private static final byte[] OPEN = {0, 0};
  private static final byte[] DIGEST = {'B', '2'};
  private static final String COMMENT = "untrusted comment: minisign encrypted secret key\n";

  private final String name;
  private final boolean isProtected;
  private final byte[] salt;
  private final KeyDerivation derivation;
  private final byte[] body;

  private SecretKeyFile(
      String name, boolean isProtected, byte[] salt, KeyDerivation derivation, byte[] body) {
    this.name = name;
    this.isProtected = isProtected;
    this.salt = salt;
    this.derivation = derivation;
    this.body = body;
  }

  /**
   * Reads a secret key file.
   *
   * @param name its name, for messages
   * @throws Refused if it is damaged or of another kind
   */
  public static SecretKeyFile read(String name, byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.US_ASCII).split("\n", -1);
    ByteBuffer data = ByteBuffer.wrap(decoded(name, lines)).order(ByteOrder.LITTLE_ENDIAN);
    boolean signature = Arrays.equals(take(data, 2), SIGNATURE);
    byte[] kind = take(data, 2);
    boolean digest = Arrays.equals(take(data, 2), DIGEST);
    boolean isProtected = Arrays.equals(kind, SCRYPT);
    byte[] salt = take(data, SALT);
    KeyDerivation derivation = new KeyDerivation(data.getLong(), data.getLong());
    boolean known = isProtected ? derivation.isSane() : Arrays.equals(kind, OPEN);
    if (!signature || !digest || !known) {
      throw new Refused(name + " has an unknown format", "restore the key from a backup");
    }
    return new SecretKeyFile(name, isProtected, salt, derivation, take(data, BODY));
  }

  private static byte[] decoded(String name, String[] lines) {
    try {
      if (lines.length == 3 && lines[0].startsWith("untrusted comment: ")) {
        byte[] data = Base64.getDecoder().decode(lines[1]);
        // canonical only: the last letter has unused bits
        if (data.length == LENGTH && Base64.getEncoder().encodeToString(data).equals(lines[1])) {
          return data;
        }
      }
    } catch (IllegalArgumentException e) {
      // reported below, as any other damage
    }
    throw damaged(name);
  }

  private static Refused damaged(String name) {
    return new Refused(name + " is not a minisign secret key", "restore it from a backup");
  }

  private static byte[] take(ByteBuffer data, int length) {
    byte[] bytes = new byte[length];
    data.get(bytes);
    return bytes;
  }

  /** Tells whether a passphrase protects it. */
  public boolean isProtected() {
    return isProtected;
  }

  /**
   * The key.
   *
   * @param passphrases called if one is needed
   * @throws Refused if the passphrase is wrong, or the file damaged
   */
  public SecretKey open(Passphrase.Source passphrases) {
    byte[] plain = body.clone();
    if (isProtected) {
      combine(plain, derivation.derive(passphrases.of(name), salt, BODY));
    }
    ByteBuffer data = ByteBuffer.wrap(plain);
    byte[] id = take(data, KeyId.LENGTH);
    byte[] seed = take(data, SecretKey.SEED);
    byte[] publicKey = take(data, SecretKey.SEED);
    if (!Arrays.equals(checksum(id, seed, publicKey), take(data, CHECKSUM))) {
      throw isProtected
          ? new Refused("this is not the passphrase of " + name, "try again; nothing was changed")
          : damaged(name);
    }
    return new SecretKey(KeyId.ofBytes(id), seed, publicKey);
  }

  /** The bytes of a file without a passphrase. */
  public static byte[] write(SecretKey key) {
    return encoded(OPEN, new byte[SALT], new KeyDerivation(0, 0), plain(key));
  }

  /** The bytes of a file with a passphrase. */
  public static byte[] write(SecretKey key, Passphrase passphrase, SecureRandom random) {
    byte[] salt = new byte[SALT];
    random.nextBytes(salt);
    byte[] body = plain(key);
    combine(body, KeyDerivation.OURS.derive(passphrase, salt, BODY));
    return encoded(SCRYPT, salt, KeyDerivation.OURS, body);
  }

  private static byte[] encoded(byte[] kind, byte[] salt, KeyDerivation derivation, byte[] body) {
    ByteBuffer data = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    data.put(SIGNATURE).put(kind).put(DIGEST).put(salt);
    data.putLong(derivation.operations()).putLong(derivation.memory()).put(body);
    String text = COMMENT + Base64.getEncoder().encodeToString(data.array()) + "\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] plain(SecretKey key) {
    byte[] id = key.publicKey().id().bytes();
    ByteBuffer data = ByteBuffer.allocate(BODY);
    data.put(id).put(key.seed()).put(key.point());
    return data.put(checksum(id, key.seed(), key.point())).array();
  }

  private static void combine(byte[] bytes, byte[] stream) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= stream[i];
    }
  }

  private static byte[] checksum(byte[] id, byte[] seed, byte[] publicKey) {
    Blake2bDigest blake = new Blake2bDigest(8 * CHECKSUM);
    blake.update(SIGNATURE, 0, SIGNATURE.length);
    blake.update(id, 0, id.length);
    blake.update(seed, 0, seed.length);
    blake.update(publicKey, 0, publicKey.length);
    byte[] checksum = new byte[CHECKSUM];
    blake.doFinal(checksum, 0);
    return checksum;
  }
}
