package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The files that git writes in a repository of the user when bawn changes a reference there. A
 * session may have written the repository: git follows links below {@code refs} and {@code logs},
 * and so would write a file elsewhere, or wait for a pipe.
 */
public final class ReferenceFiles {

  private ReferenceFiles() {}

  /**
   * Requires that git writes within the repository. The caller also ensures that no byte of a log
   * comes from the session: see {@link GitProcess}.
   *
   * @param common the directory that has the references
   * @param references their full names
   * @throws Refused if one of the files, or a parent directory, is a link, a pipe or another
   *     special file
   */
  public static void requirePlain(Path common, Collection<String> references) throws IOException {
    try (OpenDirectory top = OpenDirectory.at(common)) {
      for (String file : List.of("config", "HEAD", "packed-refs", "reftable/tables.list")) {
        require(common, top, file, file);
      }
      for (String reference : references) {
        require(common, top, reference, reference);
        require(common, top, "logs/" + reference, "logs/" + reference);
      }
    }
  }

  private static void require(Path common, OpenDirectory above, String path, String whole)
      throws IOException {
    int slash = path.indexOf('/');
    String first = slash < 0 ? path : path.substring(0, slash);
    RawName name = RawName.of(first);
    Optional<FileStatus> status = above.look(name);
    if (status.isEmpty()) {
      return;
    }
    FileKind kind = status.get().kind();
    // Git itself fails on a file instead of a directory. With references in the reftable format,
    // refs/heads is such a file (git documentation, technical/reftable).
    if (kind != FileKind.DIRECTORY && kind != FileKind.FILE) {
      String file = whole.substring(0, whole.length() - path.length()) + first;
      throw new Refused(
          "git would write outside of the repository: "
              + Printable.whole(common.resolve(file))
              + " is not a plain file or directory",
          "a session may have made it; look at it: ls -l " + Printable.of(common));
    }
    if (slash >= 0 && kind == FileKind.DIRECTORY) {
      try (OpenDirectory below = above.directory(name)) {
        require(common, below, path.substring(slash + 1), whole);
      }
    }
  }
}
