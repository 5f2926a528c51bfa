package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.util.Optional;

/** What a file held when the session began. */
interface BaseContent {

  /**
   * Whether a file holds the same.
   *
   * @return nothing where that cannot be told
   */
  Optional<Boolean> isThatOf(OpenFile file) throws IOException;

  /**
   * Whether a link leads to what this one led to.
   *
   * @return nothing where that cannot be told
   */
  Optional<Boolean> isLinkTo(byte[] target) throws IOException;

  /**
   * The content.
   *
   * @param most in bytes
   * @return nothing if it is larger, or cannot be told
   */
  Optional<byte[]> bytes(int most) throws IOException;
}
