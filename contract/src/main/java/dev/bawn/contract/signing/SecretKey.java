package dev.bawn.contract.signing;

import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import java.security.SecureRandom;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** A key that signs. {@link SecretKeyFile} describes its file. */
public final class SecretKey {

  /** The bytes of an Ed25519 seed, and of a public key. */
  static final int SEED = 32;

  private final KeyId id;
  private final byte[] seed;
  private final byte[] publicKey;

  SecretKey(KeyId id, byte[] seed, byte[] publicKey) {
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

  byte[] seed() {
    return seed;
  }

  /** The public half as bytes: a point of the curve. */
  byte[] point() {
    return publicKey;
  }

  /** The key that verifies signatures of this one. */
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
