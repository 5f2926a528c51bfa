package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.CurrentMarker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/** Writes and removes the file that marks a mirror as current; see {@link CurrentMarker}. */
final class CurrentMarkerFile {

  private static final Set<PosixFilePermission> PUBLIC =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private final Path file;
  private final String text;
  private boolean up;

  private CurrentMarkerFile(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Returns the marker of a mirror that this process keeps current. The marker does not exist at
   * first.
   */
  static CurrentMarkerFile of(ProjectId mirror, SystemLayout layout) throws IOException {
    String text =
        new CurrentMarker(layout)
            .process(ProcessHandle.current().pid())
            .orElseThrow(() ->
                new Failed("/proc does not show this process", "run: mount -t proc proc /proc"));
    directory(layout);
    Files.deleteIfExists(layout.live(mirror));
    return new CurrentMarkerFile(layout.live(mirror), text);
  }

  /**
   * Returns the directory of the markers and creates it if necessary. All users can read it, with
   * any umask.
   */
  static Path directory(SystemLayout layout) throws IOException {
    for (Path directory : List.of(layout.live().getParent(), layout.live())) {
      Files.createDirectories(directory);
      if (!Files.getPosixFilePermissions(directory).equals(PUBLIC)) {
        Files.setPosixFilePermissions(directory, PUBLIC);
      }
    }
    return layout.live();
  }

  /** Creates the marker: the mirror is current. */
  void putUp() throws IOException {
    if (!up) {
      write(file, text.getBytes(StandardCharsets.US_ASCII));
      up = true;
    }
  }

  /** Replaces a file in one step. All users can read it, with any umask. */
  static void write(Path file, byte[] content) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName());
    Files.write(beside, content);
    Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the marker: the mirror may be out of date. */
  void takeDown() throws IOException {
    if (up) {
      Files.deleteIfExists(file);
      up = false;
    }
  }
}
