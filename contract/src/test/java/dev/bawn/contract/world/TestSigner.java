package dev.bawn.contract.world;

import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** Signs as root does. The key is the same in each run, so that a failure can be repeated. */
public final class TestSigner {

  private final byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
  private final PublicKey publicKey;

  /**
   * @param number the number of the signer; each has another key
   */
  public TestSigner(int number) {
    seed[0] = (byte) number;
    byte[] key = new byte[Ed25519.PUBLIC_KEY_SIZE];
    Ed25519.generatePublicKey(seed, 0, key, 0);
    publicKey = new PublicKey(new KeyId("%016X".formatted(0xB0A7L << 8 | number)), key);
  }

  /** Returns the key that verifies the signatures. */
  public PublicKey publicKey() {
    return publicKey;
  }

  /** Signs a content, with a trusted comment. */
  public Seal seal(byte[] content, String trustedComment) {
    byte[] signature = sign(Seal.digest(content));
    return new Seal(
        publicKey.id(),
        signature,
        trustedComment,
        sign(Seal.commentInput(signature, trustedComment)));
  }

  private byte[] sign(byte[] message) {
    byte[] signature = new byte[Seal.SIGNATURE_LENGTH];
    Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
    return signature;
  }
}
