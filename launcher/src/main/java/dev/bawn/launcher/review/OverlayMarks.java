package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.util.Optional;

/**
 * What the overlay file system writes into an upper layer, mounted with {@code userxattr}: see
 * Documentation/filesystems/overlayfs.rst of the kernel.
 */
public final class OverlayMarks {

  private static final String OPAQUE = "user.overlay.opaque";
  private static final String WHITEOUT = "user.overlay.whiteout";
  private static final String REDIRECT = "user.overlay.redirect";
  private static final String ORIGIN = "user.overlay.origin";
  private static final String METACOPY = "user.overlay.metacopy";

  /** How a directory in the upper layer goes together with the one of its name below. */
  enum Merging {
    /** What is below shows through. */
    MERGED,
    /** As above, and empty files of this directory may be whiteouts. */
    MERGED_WITH_WHITEOUT_FILES,
    /** Nothing shows through. */
    OPAQUE
  }

  private OverlayMarks() {}

  /** Whether nothing that is below a directory shows through. */
  public static boolean isOpaque(OpenDirectory directory) {
    return merging(directory) == Merging.OPAQUE;
  }

  /** Lets what is below a directory show through. */
  public static void open(OpenDirectory directory) {
    directory.removeAttribute(OPAQUE);
  }

  static Merging merging(OpenDirectory directory) {
    return switch (directory.attribute(OPAQUE).orElse("")) {
      case "y" -> Merging.OPAQUE;
      case "x" -> Merging.MERGED_WITH_WHITEOUT_FILES;
      default -> Merging.MERGED;
    };
  }

  /** What a directory points to, if it is a mere pointer. */
  static Optional<String> redirect(OpenDirectory directory) {
    return directory.attribute(REDIRECT);
  }

  /** Whether a name stands for nothing, hiding what is below. */
  static boolean isWhiteout(
      OpenDirectory directory, RawName name, FileStatus status, Merging merging)
      throws IOException {
    if (status.is(FileKind.CHARACTER_DEVICE)) {
      return status.device() == 0;
    }
    if (merging != Merging.MERGED_WITH_WHITEOUT_FILES
        || !status.is(FileKind.FILE)
        || status.size() > 0) {
      return false;
    }
    try (OpenFile file = directory.file(name)) {
      return file.attribute(WHITEOUT).isPresent();
    }
  }

  /** Whether the overlay copied it from below before the session changed it. */
  static boolean isCopiedUp(OpenFile file) {
    return file.attribute(ORIGIN).isPresent();
  }

  /** Whether the overlay copied it from below; one in the place of a removed one is opaque. */
  static boolean isCopiedUp(OpenDirectory directory) {
    return directory.attribute(ORIGIN).isPresent() && !isOpaque(directory);
  }

  /**
   * Opens a file of the upper layer.
   *
   * @throws ContentBelowException if it has only its permissions there
   */
  static OpenFile file(OpenDirectory directory, RawName name) throws IOException {
    OpenFile file = directory.file(name);
    if (file.attribute(METACOPY).isPresent()) {
      file.close();
      throw new ContentBelowException();
    }
    return file;
  }
}
