package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Sha256;
import java.util.HexFormat;
import java.util.Optional;
import org.bouncycastle.crypto.digests.SHA1Digest;

/**
 * The data that the kernel publishes about one loaded AppArmor policy.
 *
 * @param mode {@code enforce}, {@code complain}, {@code kill} or {@code unconfined}
 * @param sha256 digest of the compiled policy in hex, from Linux 6.8 on
 * @param sha1 the same before Linux 6.8
 */
public record LoadedPolicy(String mode, Optional<String> sha256, Optional<String> sha1) {

  /** The result of comparing a loaded policy with a compiled one. */
  public enum Match {
    /** The SHA-256 is the same. */
    EQUAL,
    /** The SHA-1 is the same. */
    EQUAL_BY_SHA1,
    /** The kernel publishes no digest. */
    UNKNOWN,
    /** The digest differs. */
    DIFFERENT
  }

  /** Tells whether the kernel refuses forbidden operations, instead of only logging them. */
  public boolean enforced() {
    return mode.equals("enforce");
  }

  /** The digest for display. */
  public String digest() {
    return sha256.or(() -> sha1).orElse("no digest");
  }

  /**
   * Compares the policy with a compiled one.
   *
   * @param compiled the content of a {@code profile.bin}
   * @param digest of the content
   */
  public Match match(byte[] compiled, Sha256 digest) {
    if (sha256.isPresent()) {
      return sha256.get().equals(digest.hex()) ? Match.EQUAL : Match.DIFFERENT;
    }
    if (sha1.isPresent()) {
      return sha1.get().equals(sha1Of(compiled)) ? Match.EQUAL_BY_SHA1 : Match.DIFFERENT;
    }
    return Match.UNKNOWN;
  }

  private static String sha1Of(byte[] bytes) {
    SHA1Digest sha1 = new SHA1Digest();
    sha1.update(bytes, 0, bytes.length);
    byte[] digest = new byte[sha1.getDigestSize()];
    sha1.doFinal(digest, 0);
    return HexFormat.of().formatHex(digest);
  }
}
