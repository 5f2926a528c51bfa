package dev.bawn.contract.seal;

import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * The key that verifies signatures: the file {@code KEYID.pub}:
 *
 * <pre>{@code
 * untrusted comment: minisign public key 8E6BF5E1C2A0F3D4
 * RWTU86DC4fVrjh…
 * }</pre>
 *
 * The second line is base64 of {@code Ed}, the key ID (8 bytes) and the Ed25519 key (32 bytes).
 */
public final class PublicKey {

  static final int LENGTH = 32;
  private static final String COMMENT = "untrusted comment: ";
  private static final byte[] ALGORITHM = {'E', 'd'};

  private final KeyId id;
  private final byte[] key;

  /**
   * @param id its id
   * @param key 32 bytes, RFC 8032
   */
  public PublicKey(KeyId id, byte[] key) {
    if (key.length != LENGTH) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes");
    }
    this.id = id;
    this.key = key.clone();
  }

  /**
   * Reads a public key file.
   *
   * @param file its name, for messages
   * @throws Refused if it is not valid
   */
  public static PublicKey read(String file, byte[] bytes) {
    return read(file + " is not a minisign file", "", bytes);
  }

  /**
   * Reads a public key.
   *
   * @param refusal the beginning of the sentence if it is not valid
   * @param hint the hint if it is not valid
   * @throws Refused if it is not valid
   */
  public static PublicKey read(String refusal, String hint, byte[] bytes) {
    MinisignLines lines = new MinisignLines(refusal, hint, bytes, 2);
    lines.after(COMMENT, 0);
    byte[] data = lines.bytes(1, ALGORITHM.length + KeyId.LENGTH + LENGTH);
    if (!Arrays.equals(data, 0, 2, ALGORITHM, 0, 2)) {
      throw lines.damaged("it has no Ed25519 key");
    }
    return new PublicKey(
        KeyId.ofBytes(Arrays.copyOfRange(data, 2, 10)), Arrays.copyOfRange(data, 10, data.length));
  }

  /** The bytes of its file. */
  public byte[] write() {
    byte[] data = new byte[ALGORITHM.length + KeyId.LENGTH + LENGTH];
    System.arraycopy(ALGORITHM, 0, data, 0, 2);
    System.arraycopy(id.bytes(), 0, data, 2, KeyId.LENGTH);
    System.arraycopy(key, 0, data, 10, LENGTH);
    String text =
        COMMENT
            + "minisign public key "
            + id
            + "\n"
            + Base64.getEncoder().encodeToString(data)
            + "\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Its id. */
  public KeyId id() {
    return id;
  }

  byte[] raw() {
    return key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicKey that && id.equals(that.id) && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, Arrays.hashCode(key));
  }
}
