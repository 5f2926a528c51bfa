package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.util.Optional;

/**
 * The marks that overlayfs writes into an upper layer, mounted with {@code userxattr}: see
 * Documentation/filesystems/overlayfs.rst of the kernel.
 */
public final class OverlayMarks {

  private static final String OPAQUE = "user.overlay.opaque";
  private static final String WHITEOUT = "user.overlay.whiteout";
  private static final String REDIRECT = "user.overlay.redirect";
  private static final String ORIGIN = "user.overlay.origin";
  private static final String METACOPY = "user.overlay.metacopy";

  /** How overlayfs combines a directory of the upper layer with the lower one of the same name. */
  enum Merging {
    /** The entries below show through. */
    MERGED,
    /** As {@link #MERGED}, and empty files of this directory may be whiteouts. */
    MERGED_WITH_WHITEOUT_FILES,
    /** No entry below shows through. */
    OPAQUE
  }

  private OverlayMarks() {}

  /** Tells whether no entry of the lower directory shows through. */
  public static boolean isOpaque(OpenDirectory directory) {
    return merging(directory) == Merging.OPAQUE;
  }

  /** Removes the mark, so that the entries of the lower directory show through. */
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

  /** The redirect of a directory, if it has one. */
  static Optional<String> redirect(OpenDirectory directory) {
    return directory.attribute(REDIRECT);
  }

  /** Tells whether a name is a whiteout, which hides the entry below. */
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

  /** Tells whether the overlay copied the file up before the session changed it. */
  static boolean isCopiedUp(OpenFile file) {
    return file.attribute(ORIGIN).isPresent();
  }

  /**
   * Tells whether the overlay copied the directory up. A directory that replaces a removed one is
   * opaque.
   */
  static boolean isCopiedUp(OpenDirectory directory) {
    return directory.attribute(ORIGIN).isPresent() && !isOpaque(directory);
  }

  /**
   * Opens a file of the upper layer.
   *
   * @throws ContentBelowException if the upper layer has only its metadata
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
