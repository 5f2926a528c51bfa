package dev.bawn.contract.cli;

import java.io.IOException;
import java.util.logging.LogManager;

/**
 * Java's logging, without anything to configure: nothing in bawn logs, but BouncyCastle asks for a
 * logger when it makes its first digest, and {@code System.exit} when it is called. Setting logging
 * up would read a file, look for providers and open the jar (6 ms of every launch). The start stubs
 * name this class in {@code java.util.logging.manager}, see {@link LogManager}.
 */
public final class NoLogging extends LogManager {

  /**
   * @throws IOException always: what logging does when its configuration cannot be read is to do
   *     without, and without looking for anything else
   */
  @Override
  public void readConfiguration() throws IOException {
    throw new IOException("there is nothing to configure");
  }
}
