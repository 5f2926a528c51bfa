package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;

/** The files and links at some paths. */
@FunctionalInterface
public interface Contents {

  /** An operation on a content. */
  interface Use {
    boolean file(OpenFile file) throws IOException;

    /**
     * Uses the target of a link.
     *
     * @param target its bytes
     */
    boolean link(byte[] target) throws IOException;
  }

  /**
   * Reads the file or link at a path.
   *
   * @throws IOException if it is neither a file nor a link, or cannot be read
   */
  boolean read(RawPath path, Use use) throws IOException;
}
