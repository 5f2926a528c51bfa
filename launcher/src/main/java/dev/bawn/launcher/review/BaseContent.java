package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.util.Optional;

/** The content of a file or link when the session began. */
interface BaseContent {

  /**
   * Tells whether a file has this content.
   *
   * @return empty if that cannot be determined
   */
  Optional<Boolean> isThatOf(OpenFile file) throws IOException;

  /**
   * Tells whether a link has the same target.
   *
   * @return empty if that cannot be determined
   */
  Optional<Boolean> isLinkTo(byte[] target) throws IOException;

  /**
   * The content.
   *
   * @param most in bytes
   * @return empty if it is larger, or cannot be read
   */
  Optional<byte[]> bytes(int most) throws IOException;
}
