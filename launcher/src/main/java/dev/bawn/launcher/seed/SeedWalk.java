package dev.bawn.launcher.seed;

import dev.bawn.contract.agent.SecretNames;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.launcher.mount.MountGate;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Finds files in a user's home, with one file access for each. Links are followed within the home:
 * many users keep their settings in a repository, and link to them. Such a repository may be a
 * project, in which a session makes links: after a link into a directory, further links are
 * followed only within that directory. All of this is checked again when a file is read.
 */
final class SeedWalk {

  /**
   * The most files; a larger tree has no settings: a start must not copy an archive or follow links
   * in a circle.
   */
  private static final int MOST = 1000;

  private static final int DEEPEST = 16;
  private static final long LARGEST = 1 << 20;

  /**
   * The maximum size of a file whose parts are copied: tools keep settings and much other data in
   * one file.
   */
  static final int LARGEST_IN_PARTS = 16 << 20;

  private static final long ALL = 16 << 20;
  private static final String PLANTED = "a session could have put a link there";
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int DIRECTORY = 0040000;

  private final Path person;
  private final MountGate gate;
  private final List<Path> hidden = new ArrayList<>();
  private final Map<Path, Seed> found = new LinkedHashMap<>();
  private final List<Omission> omitted = new ArrayList<>();
  private long bytes;
  private final Set<Path> entered = new HashSet<>();
  private int looks;
  private boolean isFull;

  /**
   * @param person the home, without links
   * @param hidden the paths below it that are never copied
   * @param gate decides which links are followed
   */
  SeedWalk(Path person, List<String> hidden, MountGate gate) {
    this.person = person;
    this.gate = gate;
    for (String place : hidden) {
      this.hidden.add(person.resolve(place));
    }
  }

  /**
   * Adds a file, or without keys all files in a directory; nothing if it does not exist. A file
   * that was already added stays as it is.
   */
  void take(Path to, Seed.Kind kind, List<String> keys) {
    Path at = person.resolve(to);
    if (at.toFile().exists()) {
      try {
        Path parent = at.getParent().toRealPath();
        if (!parent.equals(at.getParent()) && gate.isPlanted(at.getParent())) {
          omit(kind, to, PLANTED);
          return;
        }
        Path bounds = parent.equals(at.getParent()) ? person : parent;
        visit(parent.resolve(at.getFileName()), bounds, to, kind, keys);
      } catch (IOException e) {
        omit(kind, to, "it cannot be read");
      }
    }
  }

  /**
   * Visits a file or directory; an unreadable one does not prevent the others.
   *
   * @param bounds the directory that a link must not leave: the home, or the target of a previous
   *     link
   */
  private void visit(Path at, Path bounds, Path to, Seed.Kind kind, List<String> keys) {
    try {
      // its directory has no links any more, so only the name itself may be one
      boolean isLink = Files.isSymbolicLink(at);
      Path real = isLink ? at.toRealPath() : at;
      if (++looks > MOST) {
        overflow(kind, to);
      } else if (isLink && gate.isPlanted(at)) {
        omit(kind, to, PLANTED);
      } else if (isTaken(real, bounds, to, kind)) {
        look(real, isLink ? real : bounds, to, kind, keys);
      }
    } catch (IOException e) {
      omit(kind, to, "it cannot be read");
    }
  }

  private void look(Path real, Path bounds, Path to, Seed.Kind kind, List<String> keys)
      throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(real, "unix:mode,ino,size,ctime", LinkOption.NOFOLLOW_LINKS);
    int type = (Integer) attributes.get("mode") & TYPE;
    if (type == REGULAR) {
      add(new Seed(real, to, kind, keys, identity(attributes)));
    } else if (type != DIRECTORY || !keys.isEmpty() || to.getNameCount() > DEEPEST) {
      omit(kind, to, "it is not a file");
    } else if (entered.add(real)) {
      below(real, bounds, to, kind);
    } else {
      omit(kind, to, "it is a hard link to a file that was copied already");
    }
  }

  private void below(Path directory, Path bounds, Path to, Seed.Kind kind) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (isFull) {
          return;
        }
        visit(entry, bounds, to.resolve(entry.getFileName()), kind, List.of());
      }
    }
  }

  private static FileIdentity identity(Map<String, Object> attributes) {
    return new FileIdentity(
        (Long) attributes.get("ino"),
        (Long) attributes.get("size"),
        ((FileTime) attributes.get("ctime")).to(TimeUnit.NANOSECONDS));
  }

  private boolean isTaken(Path real, Path bounds, Path to, Seed.Kind kind) {
    if (!real.startsWith(person) || real.equals(person)) {
      return omit(kind, to, "it leads out of your home");
    }
    if (!real.startsWith(bounds)) {
      return omit(kind, to, "it is a link that leads out of a linked directory");
    }
    String name = real.getFileName().toString();
    for (Path place : hidden) {
      if (real.startsWith(place)) {
        return omit(kind, to, "~/" + person.relativize(place) + " is in hidden_paths");
      }
    }
    if (kind == Seed.Kind.SETTINGS && (SecretNames.contain(name) || name.equals(".git"))) {
      return omit(kind, to, "a file or directory with this name is not a setting");
    }
    if (!isPlain(to.getFileName().toString()) || !isPlain(real.toString())) {
      return omit(kind, to, "its name is not UTF-8 or has control characters");
    }
    return true;
  }

  /**
   * Tells whether a name can be recorded: Java's names lose bytes that are not UTF-8, and the
   * record has a line for each.
   */
  private static boolean isPlain(String name) {
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      if (c == '\ufffd' || Character.isISOControl(c)) {
        return false;
      }
    }
    return true;
  }

  private void add(Seed seed) {
    boolean isWhole = seed.keys().isEmpty();
    long size = seed.found().size();
    if (size > (isWhole ? LARGEST : LARGEST_IN_PARTS)) {
      omit(seed.kind(), seed.to(), "it is too large");
    } else if (isWhole && bytes + size > ALL) {
      overflow(seed.kind(), seed.to());
    } else {
      bytes += isWhole ? size : 0;
      found.putIfAbsent(seed.to(), seed);
    }
  }

  private void overflow(Seed.Kind kind, Path to) {
    isFull = true;
    omit(
        kind,
        to,
        "this and more is left out: bawn copies at most 1,000 files and 16 MiB of settings");
  }

  private boolean omit(Seed.Kind kind, Path to, String reason) {
    omitted.add(
        new Omission(kind, "~/" + Printable.of(to) + ": " + reason, reason.equals(PLANTED)));
    return false;
  }

  /** All files, by the path of the copy. */
  Map<Path, Seed> found() {
    return found;
  }

  /** The files that are left out. */
  List<Omission> omitted() {
    return omitted;
  }

  /** Tells whether there were more files than the limit. */
  boolean isFull() {
    return isFull;
  }
}
