package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through a project from its top, and no link is followed. */
final class ProjectWalk {

  /** A start must not take long: what comes later is found when a session tries to change it. */
  private static final int LOOKED_AT = 2000;

  /** The file type of a link and of a directory, see inode(7). */
  private static final int TYPE = 0170000;

  private static final int DIRECTORY = 0040000;

  private final Path top;
  private final MaskedNames masks;
  private final Uid uid;
  private final Uid gid;
  private final List<Path> masked = new ArrayList<>();
  private Optional<Path> foreign = Optional.empty();
  private int seen;

  ProjectWalk(Path top, Masks masks, Uid uid, Uid gid) {
    this.top = top;
    this.masks = new MaskedNames(masks);
    this.uid = uid;
    this.gid = gid;
  }

  ProjectSurvey survey() {
    Deque<Path> directories = new ArrayDeque<>();
    directories.add(top);
    while (!directories.isEmpty() && (seen < LOOKED_AT || !masks.isEmpty())) {
      look(directories.remove(), directories);
    }
    return new ProjectSurvey(git(), masked, masks.idle(), foreign);
  }

  private void look(Path directory, Deque<Path> directories) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        look(entry, entry.getFileName().toString(), directories);
      }
    } catch (IOException e) {
      // what cannot be read here cannot be read inside either
      return;
    }
  }

  private void look(Path entry, String name, Deque<Path> directories) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(entry, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
    boolean isDirectory = ((Integer) attributes.get("mode") & TYPE) == DIRECTORY;
    seen++;
    boolean yours =
        uid.number() == (Integer) attributes.get("uid")
            && gid.number() == (Integer) attributes.get("gid");
    if (!yours && foreign.isEmpty()) {
      foreign = Optional.of(top.relativize(entry));
    }
    if (masks.hide(top.relativize(entry), name, isDirectory)) {
      masked.add(top.relativize(entry));
    } else if (isDirectory) {
      directories.add(entry);
    }
  }

  private GitDirectory git() {
    Path git = top.resolve(".git");
    if (!Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
      return GitDirectory.NONE;
    }
    return Files.isSymbolicLink(git) ? GitDirectory.LINK : GitDirectory.THERE;
  }
}
