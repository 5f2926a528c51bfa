package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.util.Optional;

/** What a session found in its project, apart from what git's index tells. */
interface FoundRecord {

  /** What is known of a path; nothing where that is not known. */
  Optional<KnownBase> at(RawPath path) throws IOException;

  /** The content of a file that is known, where it can be read; of a link, where it led. */
  Optional<BaseContent> content(RawPath path) throws IOException;

  /** Whether nothing was there, as far as it can be told. */
  boolean lacked(RawPath path) throws IOException;

  /** Whether something of unknown content may have been there. */
  boolean isUnknown(RawPath path) throws IOException;

  /** Whether that directory was at that path, whatever has come into it since. */
  boolean hadDirectory(RawPath path, FileStatus status) throws IOException;

  /** Whether the session never saw what the project has there. */
  boolean hid(RawPath path) throws IOException;
}
