package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a link of a session leads, once it is in the project: the kernel follows each link on the
 * way, see path_resolution(7). A merge may take any part of the changes, so the links of both
 * layers count. {@code .git} is not inside: what a build writes there, git runs. A {@code ..}
 * behind a name leads to the parent of what that name will be one day: such a target is never
 * inside.
 */
final class LinkTarget {

  /** Links on the way at the most; the kernel follows 40, see path_resolution(7). */
  private static final int MOST = 40;

  private final Layers layers;
  private int left = MOST;

  /**
   * @param layers where links are read
   */
  LinkTarget(Layers layers) {
    this.layers = layers;
  }

  /** Whether a link of the session can lead out of the project. */
  boolean leadsOut(RawPath link) throws IOException {
    return follow(link.parent(), text(layers.linkAfter(link)));
  }

  /** Whether a link leads out of the project by its text alone. */
  static boolean leadsOut(RawPath link, String target) {
    return way(link.parent(), target).isEmpty();
  }

  /** The paths on the way to a target; nothing where that is not inside. */
  private static Optional<List<RawPath>> way(RawPath directory, String target) {
    List<RawPath> way = new ArrayList<>();
    RawPath at = directory;
    for (String name : target.split("/")) {
      if (name.equals("..") && way.isEmpty() && !at.equals(RawPath.TOP)) {
        at = at.parent();
      } else if (name.equals("..")) {
        return Optional.empty();
      } else if (!name.isEmpty() && !name.equals(".")) {
        at = at.resolve(new RawName(name));
        way.add(at);
      }
    }
    return target.startsWith("/") || GitFiles.areInDotGit(at) ? Optional.empty() : Optional.of(way);
  }

  private boolean follow(RawPath directory, String target) throws IOException {
    Optional<List<RawPath>> way = way(directory, target);
    left--;
    if (left < 0 || way.isEmpty()) {
      return true;
    }
    String last = way.get().isEmpty() ? "" : way.get().getLast().bytes();
    for (RawPath each : way.get()) {
      for (String link : links(each)) {
        if (follow(each.parent(), link + last.substring(each.bytes().length()))) {
          return true;
        }
      }
    }
    return false;
  }

  private List<String> links(RawPath path) throws IOException {
    List<String> links = new ArrayList<>();
    if (isLink(layers.session(path))) {
      links.add(text(layers.linkAfter(path)));
    }
    if (isLink(layers.project(path))) {
      links.add(text(layers.linkProject(path)));
    }
    return links;
  }

  private static boolean isLink(Optional<FileStatus> status) {
    return status.filter(each -> each.is(FileKind.LINK)).isPresent();
  }

  private static String text(byte[] target) {
    return new String(target, StandardCharsets.ISO_8859_1);
  }
}
