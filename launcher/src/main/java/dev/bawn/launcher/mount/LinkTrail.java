package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The target of a path, and the symbolic links on the way.
 *
 * @param real the path without links
 * @param links each link that was followed; its directory is a path without links
 */
public record LinkTrail(Path real, List<Path> links) {

  /** The most links, as in the kernel. */
  private static final int MOST = 40;

  public LinkTrail {
    links = List.copyOf(links);
  }

  /**
   * Follows a path.
   *
   * @param path absolute
   * @throws IOException if its target does not exist
   */
  static LinkTrail of(Path path) throws IOException {
    Path real = path.toRealPath();
    // most paths have no link: one system call shows that
    if (real.equals(path)) {
      return new LinkTrail(real, List.of());
    }
    List<Path> links = new ArrayList<>();
    return new LinkTrail(walk(path, links), links);
  }

  /**
   * Follows a path as far as its links can be read. Its end may be missing.
   *
   * @param path absolute
   */
  public static LinkTrail asFarAsItLeads(Path path) {
    List<Path> links = new ArrayList<>();
    try {
      return new LinkTrail(walk(path, links), links);
    } catch (IOException e) {
      return new LinkTrail(links.isEmpty() ? path : links.getLast(), links);
    }
  }

  /**
   * @param links gets each link that is followed
   */
  private static Path walk(Path path, List<Path> links) throws IOException {
    Deque<Path> names = new ArrayDeque<>();
    for (Path name : path) {
      names.addLast(name);
    }
    Path at = path.getRoot();
    while (!names.isEmpty()) {
      String name = names.removeFirst().toString();
      if (name.equals("..")) {
        at = at.getNameCount() == 0 ? at : at.getParent();
      } else if (!name.isEmpty() && !name.equals(".")) {
        Path next = at.resolve(name);
        at = Files.isSymbolicLink(next) ? follow(next, names, links) : next;
      }
    }
    return at;
  }

  /**
   * @return the directory to which the names in the link are relative
   */
  private static Path follow(Path link, Deque<Path> names, List<Path> links) throws IOException {
    if (links.size() == MOST) {
      throw new FileSystemLoopException(link.toString());
    }
    links.add(link);
    Path target = Files.readSymbolicLink(link);
    List<Path> more = new ArrayList<>();
    for (Path name : target) {
      more.add(name);
    }
    for (int i = more.size() - 1; i >= 0; i--) {
      names.addFirst(more.get(i));
    }
    return target.isAbsolute() ? target.getRoot() : link.getParent();
  }
}
