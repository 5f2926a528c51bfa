package dev.bawn.admin.sealing;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A key that seals; the file {@code KEYID.key}, minisign's secret key format without a passphrase:
 *
 * <pre>{@code
 * untrusted comment: minisign encrypted secret key
 * RWQAAEIyAAAA…
 * }</pre>
 *
 * The second line is base64 of {@code Ed}, two zero bytes (no key derivation), {@code B2}, 32 bytes
 * of salt and twice 8 of limits (all zero), then the key id (8), the Ed25519 seed and public key
 * (64), and BLAKE2b-256 over {@code Ed}, id and keys (32).
 */
public final class SecretKey {

  private static final int SEED = 32;
  private static final int CHECKSUM = 32;
  private static final int LENGTH = 2 + 2 + 2 + 32 + 8 + 8 + KeyId.LENGTH + 2 * SEED + CHECKSUM;
  private static final byte[] ALGORITHMS = {'E', 'd', 0, 0, 'B', '2'};
  private static final String COMMENT = "untrusted comment: minisign encrypted secret key\n";

  private final KeyId id;
  private final byte[] seed;
  private final byte[] publicKey;

  private SecretKey(KeyId id, byte[] seed, byte[] publicKey) {
    this.id = id;
    this.seed = seed;
    this.publicKey = publicKey;
  }

  /** A new key. */
  public static SecretKey generate(SecureRandom random) {
    byte[] id = new byte[KeyId.LENGTH];
    random.nextBytes(id);
    byte[] seed = new byte[SEED];
    random.nextBytes(seed);
    byte[] publicKey = new byte[SEED];
    Ed25519.generatePublicKey(seed, 0, publicKey, 0);
    return new SecretKey(KeyId.ofBytes(id), seed, publicKey);
  }

  /**
   * Reads a secret key file.
   *
   * @param file its name, for messages
   * @throws Refused if it is damaged, or protected by a passphrase
   */
  public static SecretKey read(String file, byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.US_ASCII).split("\n", -1);
    ByteBuffer data = ByteBuffer.wrap(decoded(file, lines));
    byte[] algorithms = take(data, ALGORITHMS.length);
    if (!Arrays.equals(algorithms, ALGORITHMS)) {
      throw new Refused(
          file + " is protected by a passphrase or of another kind",
          "restore the key from a backup");
    }
    take(data, 32 + 8 + 8);
    byte[] id = take(data, KeyId.LENGTH);
    byte[] seed = take(data, SEED);
    byte[] publicKey = take(data, SEED);
    if (!Arrays.equals(checksum(id, seed, publicKey), take(data, CHECKSUM))) {
      throw damaged(file);
    }
    return new SecretKey(KeyId.ofBytes(id), seed, publicKey);
  }

  private static byte[] decoded(String file, String[] lines) {
    try {
      if (lines.length == 3 && lines[0].startsWith("untrusted comment: ")) {
        byte[] data = Base64.getDecoder().decode(lines[1]);
        // canonical only: the last letter has bits that mean nothing
        if (data.length == LENGTH && Base64.getEncoder().encodeToString(data).equals(lines[1])) {
          return data;
        }
      }
    } catch (IllegalArgumentException e) {
      // said below, like every other damage
    }
    throw damaged(file);
  }

  private static Refused damaged(String file) {
    return new Refused(file + " is no minisign secret key", "restore it from a backup");
  }

  private static byte[] take(ByteBuffer data, int length) {
    byte[] bytes = new byte[length];
    data.get(bytes);
    return bytes;
  }

  /** The bytes of its file. */
  public byte[] write() {
    ByteBuffer data = ByteBuffer.allocate(LENGTH);
    data.put(ALGORITHMS).put(new byte[32 + 8 + 8]).put(id.bytes()).put(seed).put(publicKey);
    data.put(checksum(id.bytes(), seed, publicKey));
    String text = COMMENT + Base64.getEncoder().encodeToString(data.array()) + "\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] checksum(byte[] id, byte[] seed, byte[] publicKey) {
    Blake2bDigest blake = new Blake2bDigest(8 * CHECKSUM);
    blake.update(ALGORITHMS, 0, 2);
    blake.update(id, 0, id.length);
    blake.update(seed, 0, seed.length);
    blake.update(publicKey, 0, publicKey.length);
    byte[] checksum = new byte[CHECKSUM];
    blake.doFinal(checksum, 0);
    return checksum;
  }

  /** The key that checks what this one signs. */
  public PublicKey publicKey() {
    return new PublicKey(id, publicKey);
  }

  /** Signs a content, with a comment that is signed too. */
  public Seal seal(byte[] content, String trustedComment) {
    byte[] signature = sign(Seal.digest(content));
    return new Seal(
        id, signature, trustedComment, sign(Seal.commentInput(signature, trustedComment)));
  }

  private byte[] sign(byte[] message) {
    byte[] signature = new byte[Seal.SIGNATURE_LENGTH];
    Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
    return signature;
  }
}
