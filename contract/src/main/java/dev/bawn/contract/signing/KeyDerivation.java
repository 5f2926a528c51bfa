package dev.bawn.contract.signing;

import dev.bawn.contract.failure.Failed;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * The derivation of a key stream from a passphrase in minisign: scrypt (RFC 7914), with costs from
 * two limits as in libsodium ({@code pickparams} in pwhash_scryptsalsa208sha256.c).
 *
 * @param operations libsodium's opslimit
 * @param memory libsodium's memlimit, in bytes
 */
record KeyDerivation(long operations, long memory) {

  /** N = 2^17, r = 8, p = 1: 128 MiB, as OWASP's Password Storage Cheat Sheet recommends. */
  static final KeyDerivation OURS = new KeyDerivation(1L << 22, 1L << 27);

  /**
   * The most memory for a file: minisign's default ("sensitive") takes 1 GiB, and this is twice
   * that.
   */
  private static final long MOST_MEMORY = 1L << 31;

  private static final int BLOCK = 8;
  private static final long FEWEST_OPERATIONS = 32_768;

  /** Tells whether the limits are in the supported range. */
  boolean isSane() {
    return memory > 0 && memory <= MOST_MEMORY && operations > 0 && operations <= MOST_MEMORY;
  }

  /**
   * The stream.
   *
   * @throws Failed if this JVM lacks the memory for these limits
   */
  byte[] derive(Passphrase passphrase, byte[] salt, int length) {
    try {
      return SCrypt.generate(
          passphrase.bytes(), salt, 1 << costLog2(), BLOCK, parallelism(), length);
    } catch (OutOfMemoryError e) {
      throw new Failed(
          "this key needs "
              + (128L * BLOCK << costLog2() >> 20)
              + " MiB of memory to open, and bawn-admin gets less on this machine",
          "create another key, which needs less memory: sudo bawn-admin key rotate");
    }
  }

  private boolean isLimitedByOperations() {
    return atLeastFewest() < memory / 32;
  }

  private long atLeastFewest() {
    return Math.max(operations, FEWEST_OPERATIONS);
  }

  private int costLog2() {
    long most = isLimitedByOperations() ? atLeastFewest() / (BLOCK * 4) : memory / (BLOCK * 128);
    int log2 = 1;
    while (1L << log2 <= most / 2) {
      log2++;
    }
    return log2;
  }

  private int parallelism() {
    if (isLimitedByOperations()) {
      return 1;
    }
    long most = Math.min(atLeastFewest() / 4 / (1L << costLog2()), 0x3fffffff);
    return Math.toIntExact(Math.max(1, most / BLOCK));
  }
}
