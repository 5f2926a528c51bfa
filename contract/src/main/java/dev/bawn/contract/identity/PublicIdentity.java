package dev.bawn.contract.identity;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The public half of an Ed25519 key.
 *
 * @param blob the key as base64, as in a line of ssh-keygen(1)
 * @param did the key as a decentralized identifier, {@code did:key:z6Mk…}
 * @see <a href="https://w3c-ccg.github.io/did-key-spec/">did:key</a>
 */
public record PublicIdentity(String blob, String did) {

  private static final String TYPE = "ssh-ed25519";

  /** The bytes before the 32 bytes of a key: two texts with their lengths, see RFC 8709. */
  private static final byte[] PREFIX =
      ByteBuffer.allocate(4 + TYPE.length() + 4)
          .putInt(TYPE.length())
          .put(TYPE.getBytes(StandardCharsets.US_ASCII))
          .putInt(32)
          .array();

  private static final int LENGTH = PREFIX.length + 32;

  /** The multicodec of an Ed25519 key, 0xed, as a varint. */
  private static final byte[] CODEC = {(byte) 0xed, 0x01};

  private static final String BASE_58 =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  private static final BigInteger RADIX = BigInteger.valueOf(58);

  /**
   * Reads a line of ssh-keygen(1).
   *
   * @return empty if it is no Ed25519 key
   */
  public static Optional<PublicIdentity> of(String line) {
    String[] fields = line.split(" ");
    if (fields.length < 2 || !fields[0].equals(TYPE)) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(fields[1]);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return bytes.length == LENGTH && Arrays.equals(PREFIX, Arrays.copyOf(bytes, PREFIX.length))
        ? Optional.of(new PublicIdentity(fields[1], did(bytes)))
        : Optional.empty();
  }

  /**
   * The identifier of a key. The first byte of the codec is not zero: base58btc would write a digit
   * for each zero.
   */
  private static String did(byte[] bytes) {
    byte[] number =
        ByteBuffer.allocate(CODEC.length + 32).put(CODEC).put(bytes, PREFIX.length, 32).array();
    StringBuilder digits = new StringBuilder();
    BigInteger rest = new BigInteger(1, number);
    while (rest.signum() > 0) {
      BigInteger[] parts = rest.divideAndRemainder(RADIX);
      digits.append(BASE_58.charAt(parts[1].intValue()));
      rest = parts[0];
    }
    return "did:key:z" + digits.reverse();
  }

  /** The key as a line of {@code authorized_keys}, without a comment. */
  public String line() {
    return TYPE + " " + blob;
  }

  /** Writes its fields into an object that the caller has begun. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStringField("did", did);
    json.writeStringField("public_key", line());
  }

  /** A line of an allowed signers file, see ssh-keygen(1): the key signs for git only. */
  public String signer() {
    return did + " namespaces=\"git\" " + line() + "\n";
  }
}
