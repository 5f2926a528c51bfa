package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.mask.MaskRules;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Walks through a project from its top, without following links. Either all masks are applied or
 * the start is refused: only an entry that vanishes is skipped, and a directory that cannot be
 * listed completely is masked as a whole.
 */
final class ProjectWalk {

  /**
   * The number of entries whose owner is checked: a start must not take long. A session finds later
   * ones when it tries to change them.
   */
  private static final int LOOKED_AT = 2000;

  private final Path top;
  private final MaskRules masks;
  private final Set<Path> known;
  private final boolean masksAny;
  private final Uid uid;
  private final Uid gid;
  private final Deque<Path> directories = new ArrayDeque<>();
  private final List<Path> masked = new ArrayList<>();
  private final List<Path> maskedDirectories = new ArrayList<>();
  private final List<Path> unlisted = new ArrayList<>();
  private final HardLinks links = new HardLinks();
  private Optional<ProjectSurvey.Foreign> foreign = Optional.empty();
  private int seen;

  /**
   * @param known paths that are masked for another reason, relative to the top
   */
  ProjectWalk(Path top, SessionMasks masks, Collection<Path> known, Uid uid, Uid gid) {
    this.top = top;
    this.masks = masks.rules();
    this.known = Set.copyOf(known);
    this.masksAny = !masks.isEmpty() || !known.isEmpty();
    this.uid = uid;
    this.gid = gid;
  }

  ProjectSurvey survey() {
    directories.add(top);
    while (!directories.isEmpty() && (seen < LOOKED_AT || masksAny)) {
      look(directories.remove());
    }
    if (links.hasVisible()) {
      lookBelowMasked();
      for (Path path : links.toHide()) {
        masked.add(top.relativize(path));
      }
    }
    return new ProjectSurvey(
        git(), masked, absent(), List.of(), List.of(), unlisted, masks.idle(), foreign);
  }

  private void look(Path directory) {
    List<ProjectEntry> entries;
    try {
      entries = entries(directory);
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      // without masks, a directory that is unreadable here is unreadable in the session, too
      if (masksAny) {
        maskWhole(directory);
      }
      return;
    }
    for (ProjectEntry entry : entries) {
      take(entry);
    }
  }

  /**
   * All entries of a directory.
   *
   * @throws IOException if the list may be incomplete: a session could change the mode of the
   *     directory, and see the missing entry
   */
  private List<ProjectEntry> entries(Path directory) throws IOException {
    List<ProjectEntry> all = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
      for (Path path : paths) {
        try {
          all.add(ProjectEntry.of(path));
        } catch (NoSuchFileException e) {
          // a build has just removed it: there is nothing to hide
          continue;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
  }

  private void take(ProjectEntry entry) {
    Path path = top.relativize(entry.path());
    seen++;
    boolean yours = uid.number() == entry.uid() && gid.number() == entry.gid();
    if (!yours && foreign.isEmpty()) {
      foreign = Optional.of(new ProjectSurvey.Foreign(path, ForeignFiles.isOf(top, uid)));
    }
    boolean isMasked =
        masksAny
            && (masks.mask(path.toString(), entry.isDirectory() || entry.isLink())
                || known.contains(path));
    if (isMasked) {
      masked.add(path);
    }
    if (entry.isDirectory()) {
      (isMasked ? maskedDirectories : directories).add(entry.path());
    } else if (entry.hasOtherNames() && masksAny) {
      links.add(entry, isMasked);
    }
  }

  private void maskWhole(Path directory) {
    if (directory.equals(top)) {
      throw unlisted(top);
    }
    Path path = top.relativize(directory);
    masked.add(path);
    unlisted.add(path);
    miss(directory);
  }

  /** The refusal if the project itself cannot be listed. */
  static Refused unlisted(Path top) {
    return new Refused(
        "cannot list " + Printable.of(top) + ", so nothing in it can be hidden",
        "see: ls -la " + top);
  }

  /**
   * Notes an unreadable directory. One that belongs to the user may contain another name of a
   * masked file; one of another user hardly.
   */
  private void miss(Path directory) {
    boolean isTheirs;
    try {
      isTheirs = ProjectEntry.of(directory).uid() == uid.number();
    } catch (IOException e) {
      isTheirs = true;
    }
    if (isTheirs) {
      links.miss();
    }
  }

  /** Reads the files below masked directories, which may have other names elsewhere. */
  private void lookBelowMasked() {
    Deque<Path> below = new ArrayDeque<>(maskedDirectories);
    while (!below.isEmpty()) {
      Path directory = below.remove();
      try {
        for (ProjectEntry entry : entries(directory)) {
          if (entry.isDirectory()) {
            below.add(entry.path());
          } else if (entry.hasOtherNames()) {
            links.add(entry, true);
          }
        }
      } catch (NoSuchFileException e) {
        continue;
      } catch (IOException e) {
        miss(directory);
      }
    }
  }

  /**
   * Names that a mask covers, at the paths where such a file is most likely to appear: at the top,
   * and beside masked files. All directories would take too long at a start.
   */
  private List<Path> absent() {
    if (!masksAny) {
      return List.of();
    }
    Set<Path> there = new LinkedHashSet<>(masked);
    Set<Path> absent = new LinkedHashSet<>();
    Set<Path> parents = new LinkedHashSet<>();
    parents.add(Path.of(""));
    for (Path path : masked) {
      parents.add(path.getParent() == null ? Path.of("") : path.getParent());
    }
    for (Path parent : parents) {
      for (String name : masks.fixedNames()) {
        absent.add(parent.resolve(name));
      }
    }
    for (String fixed : masks.fixedPaths()) {
      Path path = Path.of(fixed);
      if (isSeenDirectory(path.getParent(), there)) {
        absent.add(path);
      }
    }
    // a file that appeared after its directory was listed stays among them
    absent.removeAll(there);
    return List.copyOf(absent);
  }

  /**
   * Tells whether a path is a directory of the project that is neither masked nor behind a link.
   */
  private boolean isSeenDirectory(Path path, Set<Path> masked) {
    for (Path each = path; each != null; each = each.getParent()) {
      if (masked.contains(each)
          || !Files.isDirectory(top.resolve(each), LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }

  private DotGit git() {
    Path git = top.resolve(".git");
    if (!Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
      return DotGit.NONE;
    }
    return Files.isSymbolicLink(git) ? DotGit.LINK : DotGit.THERE;
  }
}
