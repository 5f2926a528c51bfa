package dev.bawn.admin.system;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A directory that {@code init} creates.
 *
 * @param path its path
 * @param permissions for example {@code rwxr-xr-x}
 */
public record SystemDirectory(Path path, String permissions) {

  /** Returns all such directories, each after its parent. */
  public static List<SystemDirectory> of(SystemLayout layout) {
    return List.of(
        new SystemDirectory(layout.settings().getParent(), "rwxr-xr-x"),
        new SystemDirectory(layout.keys(), "rwx------"),
        new SystemDirectory(layout.trusted(), "rwxr-xr-x"),
        new SystemDirectory(layout.toolDefinitions(), "rwxr-xr-x"),
        new SystemDirectory(layout.state(), "rwxr-xr-x"),
        new SystemDirectory(layout.agents(), "rwxr-xr-x"),
        new SystemDirectory(layout.mirrors(), "rwx--x--x"),
        new SystemDirectory(layout.tools(), "rwxr-xr-x"),
        new SystemDirectory(layout.allScratch(), "rwx--x--x"),
        new SystemDirectory(layout.homes(), "rwx--x---"));
  }

  /**
   * Creates the directory, or corrects its permissions. If it exists, only root may be able to
   * write to it: another user could have put any files into it.
   *
   * @return whether it was created now
   * @throws Refused if it is not a directory, or other users could write to it
   */
  public boolean make(RootOwned rootOwned) throws IOException {
    boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (isNew) {
      Files.createDirectories(path.getParent());
      Files.createDirectory(path);
    }
    rootOwned
        .problem(path)
        .ifPresent(problem -> {
          throw new Refused(problem.sentence(), problem.hint(moveAway()));
        });
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(path + " is not a directory", moveAway());
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    return isNew;
  }

  private String moveAway() {
    return "move it away: sudo mv " + path + " " + path + ".moved";
  }
}
