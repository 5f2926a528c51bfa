package dev.bawn.contract.cli;

import java.io.IOException;
import java.util.logging.LogManager;

/**
 * Java's logging without a configuration: bawn logs nothing, but BouncyCastle requests a logger for
 * its first digest, and {@code System.exit} when it is called. The default configuration would read
 * a file, search for providers and open the jar (6 ms of every launch). The start stubs name this
 * class in {@code java.util.logging.manager}, see {@link LogManager}.
 */
public final class NoLogging extends LogManager {

  /**
   * @throws IOException always: then logging runs without a configuration and searches for no other
   */
  @Override
  public void readConfiguration() throws IOException {
    throw new IOException("there is nothing to configure");
  }
}
