package dev.bawn.launcher.mount;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** A path that the caller cannot reach: whether it exists is unknown. */
public final class DeniedPath {

  private DeniedPath() {}

  /**
   * The failure to follow a path.
   *
   * @param path absolute
   * @param missing the failure if the path does not exist
   */
  public static Failure or(Path path, IOException e, Supplier<Failure> missing) {
    if (!(e instanceof AccessDeniedException)) {
      return missing.get();
    }
    String word = path.toString();
    return new Refused(
        "permission denied: cannot reach '" + Printable.of(word) + "'",
        "see the modes on the way: " + ShellQuoting.join(List.of("namei", "-l", word)));
  }
}
