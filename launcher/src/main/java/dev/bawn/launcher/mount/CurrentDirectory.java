package dev.bawn.launcher.mount;

import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.nio.file.Files;
import java.nio.file.Path;

/** The caller's working directory, which may have been removed. */
public final class CurrentDirectory {

  private CurrentDirectory() {}

  /**
   * Requires that it exists if a path begins there.
   *
   * @throws NotFound if it was removed
   * @throws Refused if Java cannot name it
   */
  public static void requireFor(Path path, Path directory) {
    if (path.isAbsolute()) {
      return;
    }
    if (directory.toString().indexOf('\ufffd') >= 0) {
      throw new Refused(
          "the path '" + Printable.of(directory) + "' contains bytes that are not UTF-8",
          "rename the directory");
    }
    if (Files.notExists(directory)) {
      throw new NotFound(
          "the current directory was removed: " + Printable.of(directory),
          "change to another one: cd DIRECTORY");
    }
  }
}
