package dev.bawn.launcher.review;

import java.io.IOException;

/** The files at some paths. */
@FunctionalInterface
public interface Contents {

  /**
   * Reads one.
   *
   * @throws IOException if it is no file, or cannot be read
   */
  boolean read(RawPath path, FileReading<Boolean> reading) throws IOException;
}
