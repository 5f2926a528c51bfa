package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.trust.LiveSign;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Puts up and takes down the sign that a mirror is current; see {@link LiveSign}. */
final class Sign {

  private final Path file;
  private final String text;
  private boolean up;

  private Sign(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /** The sign of a mirror that this process keeps; down to begin with. */
  static Sign of(ProjectId mirror, Layout layout) throws IOException {
    String text =
        new LiveSign(layout)
            .process(ProcessHandle.current().pid())
            .orElseThrow(() -> new Failed("/proc does not show this process", "mount /proc"));
    Files.createDirectories(
        layout.live(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    // Whatever the umask, everybody may read them.
    for (Path directory : new Path[] {layout.live().getParent(), layout.live()}) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.deleteIfExists(layout.live(mirror));
    return new Sign(layout.live(mirror), text);
  }

  /** The mirror is current. */
  void putUp() throws IOException {
    if (!up) {
      Path beside = file.resolveSibling("." + file.getFileName());
      Files.writeString(beside, text, StandardCharsets.US_ASCII);
      Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      up = true;
    }
  }

  /** It may not be. */
  void takeDown() throws IOException {
    if (up) {
      Files.deleteIfExists(file);
      up = false;
    }
  }
}
