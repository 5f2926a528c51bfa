package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;

/** Reads an open file. */
@FunctionalInterface
public interface FileReading<T> {

  /** Returns a value from the file. */
  T of(OpenFile file) throws IOException;
}
