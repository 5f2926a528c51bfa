package dev.bawn.contract.seal;

import java.math.BigDecimal;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Tables that a new JVM computes once before it can verify a signature and read a policy: twelve
 * milliseconds that run in parallel if they begin early.
 */
public final class Tables {

  private Tables() {}

  /**
   * Begins, and returns at once; code that needs a table waits for it. It uses no class that needs
   * another one of bawn's or of the TOML reader's, so that no two threads can wait for each other.
   */
  public static void begin() {
    Thread.ofPlatform().daemon().start(Tables::compute);
  }

  /** Computes the tables in the order of their use. */
  private static void compute() {
    // the first digest makes BouncyCastle start Java's logging, although nothing is ever logged
    new Blake2bDigest(512);
    Ed25519.precompute();
    ofNumbers();
  }

  /**
   * Computes those of decimal numbers. Jackson's parsers have constants of them, and 5 is squared
   * up to 5^65536 for the first.
   */
  public static void ofNumbers() {
    BigDecimal.valueOf(1);
  }
}
