package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.mount.DeniedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the caller named, and that cannot be read. */
final class UnreadableFile {

  private UnreadableFile() {}

  /**
   * The failure, with its reason.
   *
   * @param kind of the file, followed by a space
   * @param file absolute
   */
  static Failure of(String kind, Path file, IOException e) {
    String name = kind + "'" + Printable.whole(file) + "'";
    if (Files.isDirectory(file)) {
      return new WrongUsage(name + " is a directory", "name a text file");
    }
    return DeniedPath.or(
        file,
        e,
        () ->
            new NotFound(
                name + (e instanceof NoSuchFileException ? " does not exist" : " cannot be read"),
                "name a text file that you can read"));
  }
}
