package dev.bawn.contract.seal;

import java.math.BigDecimal;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * What a new JVM computes once before it can check a seal and read what was sealed: twelve
 * milliseconds that need not be waited for when they are begun early.
 */
public final class Tables {

  private Tables() {}

  /**
   * Begins, and returns at once; code that needs a table waits for it. Only classes that need no
   * other of bawn's or of the TOML reader's are touched, so that no two threads can wait for each
   * other's.
   */
  public static void begin() {
    Thread.ofPlatform().daemon().start(Tables::compute);
  }

  /** In the order in which they are needed. */
  private static void compute() {
    // The first digest makes BouncyCastle start Java's logging, which nothing is ever logged to.
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
