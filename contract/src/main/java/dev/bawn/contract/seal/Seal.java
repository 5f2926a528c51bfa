package dev.bawn.contract.seal;

import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A signature over a file, in minisign's prehashed form; the file {@code manifest.toml.minisig}:
 *
 * <pre>{@code
 * untrusted comment: sealed by bawn
 * RUTU86DC4fVrjh…
 * trusted comment: bawn 1 agent=a.noir serial=17
 * Zm9v…
 * }</pre>
 *
 * The second line is base64 of {@code ED}, the key ID and an Ed25519 signature of the file's
 * BLAKE2b-512; the fourth of a signature over that signature and the trusted comment.
 */
public final class Seal {

  /** Bytes of an Ed25519 signature. */
  public static final int SIGNATURE_LENGTH = 64;

  private static final byte[] PREHASHED = {'E', 'D'};

  private final KeyId keyId;
  private final byte[] signature;
  private final String trustedComment;
  private final byte[] commentSignature;

  /**
   * @param keyId of the signing key
   * @param signature 64 bytes over {@link #digest} of the content
   * @param trustedComment one line
   * @param commentSignature 64 bytes over {@link #commentInput}
   */
  public Seal(KeyId keyId, byte[] signature, String trustedComment, byte[] commentSignature) {
    this.keyId = keyId;
    this.signature = signature.clone();
    this.trustedComment = trustedComment;
    this.commentSignature = commentSignature.clone();
  }

  /**
   * Reads a signature file.
   *
   * @param file its name, for messages
   * @throws Refused if it is not valid
   */
  public static Seal read(String file, byte[] bytes) {
    return read(file + " is not a minisign file", "", bytes);
  }

  /**
   * Reads a signature.
   *
   * @param refusal the beginning of the sentence if it is not valid
   * @param hint the hint if it is not valid
   * @throws Refused if it is not valid
   */
  public static Seal read(String refusal, String hint, byte[] bytes) {
    MinisignLines lines = new MinisignLines(refusal, hint, bytes, 4);
    lines.after("untrusted comment: ", 0);
    byte[] data = lines.bytes(1, PREHASHED.length + KeyId.LENGTH + SIGNATURE_LENGTH);
    if (!Arrays.equals(data, 0, 2, PREHASHED, 0, 2)) {
      throw lines.damaged("it has no prehashed Ed25519 signature");
    }
    return new Seal(
        KeyId.ofBytes(Arrays.copyOfRange(data, 2, 10)),
        Arrays.copyOfRange(data, 10, data.length),
        lines.after("trusted comment: ", 2),
        lines.bytes(3, SIGNATURE_LENGTH));
  }

  /** The bytes of its file. */
  public byte[] write() {
    byte[] data = new byte[PREHASHED.length + KeyId.LENGTH + SIGNATURE_LENGTH];
    System.arraycopy(PREHASHED, 0, data, 0, 2);
    System.arraycopy(keyId.bytes(), 0, data, 2, KeyId.LENGTH);
    System.arraycopy(signature, 0, data, 10, SIGNATURE_LENGTH);
    Base64.Encoder base64 = Base64.getEncoder();
    String text =
        "untrusted comment: sealed by bawn\n"
            + base64.encodeToString(data)
            + "\ntrusted comment: "
            + trustedComment
            + "\n"
            + base64.encodeToString(commentSignature)
            + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Tells whether both signatures are valid for this key: over this content and over the trusted
   * comment.
   */
  public boolean holds(PublicKey key, byte[] content) {
    return key.id().equals(keyId)
        && verify(key, digest(content), signature)
        && verify(key, commentInput(signature, trustedComment), commentSignature);
  }

  private static boolean verify(PublicKey key, byte[] message, byte[] signature) {
    return Ed25519.verify(signature, 0, key.raw(), 0, message, 0, message.length);
  }

  /** The input of the first signature: the BLAKE2b-512 digest of the content (RFC 7693). */
  public static byte[] digest(byte[] content) {
    Blake2bDigest blake = new Blake2bDigest(512);
    blake.update(content, 0, content.length);
    byte[] digest = new byte[blake.getDigestSize()];
    blake.doFinal(digest, 0);
    return digest;
  }

  /** The input of the second signature: the first one, then the comment. */
  public static byte[] commentInput(byte[] signature, String trustedComment) {
    byte[] comment = trustedComment.getBytes(StandardCharsets.UTF_8);
    byte[] input = Arrays.copyOf(signature, signature.length + comment.length);
    System.arraycopy(comment, 0, input, signature.length, comment.length);
    return input;
  }

  /** The key with which it claims to be signed. */
  public KeyId keyId() {
    return keyId;
  }

  /** The comment, to be trusted only after {@link #holds}. */
  public String trustedComment() {
    return trustedComment;
  }
}
