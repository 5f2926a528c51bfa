package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;

/** What is done with an open file. */
@FunctionalInterface
public interface FileReading<T> {

  /** Reads it. */
  T of(OpenFile file) throws IOException;
}
