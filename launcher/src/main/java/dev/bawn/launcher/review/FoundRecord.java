package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.util.Optional;

/** The state of the project at the start of a session, in addition to git's index. */
interface FoundRecord {

  /** The known base of a path; empty if it is not known. */
  Optional<KnownBase> at(RawPath path) throws IOException;

  /** The content of a known file, or the target of a known link, if it can be read. */
  Optional<BaseContent> content(RawPath path) throws IOException;

  /** Tells whether the path did not exist at the start, as far as that can be determined. */
  boolean lacked(RawPath path) throws IOException;

  /** Tells whether the path may have existed at the start with an unknown content. */
  boolean isUnknown(RawPath path) throws IOException;

  /**
   * Tells whether the directory at the path is the one of the start. New entries in it do not
   * matter.
   */
  boolean hadDirectory(RawPath path, FileStatus status) throws IOException;

  /** Tells whether the project has something at the path that was hidden from the session. */
  boolean hid(RawPath path) throws IOException;
}
