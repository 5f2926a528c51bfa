package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;

/** The files and links at some paths. */
@FunctionalInterface
public interface Contents {

  /** What is done with the content. */
  interface Use {
    boolean file(OpenFile file) throws IOException;

    /**
     * The same for a link.
     *
     * @param target where it leads
     */
    boolean link(byte[] target) throws IOException;
  }

  /**
   * Reads one.
   *
   * @throws IOException if it is neither a file nor a link, or cannot be read
   */
  boolean read(RawPath path, Use use) throws IOException;
}
