package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tree that bawn made and no session writes; the trees of sessions need chmod(1) and rm(1). */
public final class TreeRemoval {

  private TreeRemoval() {}

  /**
   * Removes the tree, if it exists. An empty directory need not be readable; no link is followed.
   */
  public static void remove(Path tree) throws IOException {
    try {
      Files.deleteIfExists(tree);
    } catch (DirectoryNotEmptyException e) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(tree)) {
        for (Path entry : entries) {
          remove(entry);
        }
      }
      Files.delete(tree);
    }
  }
}
