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
    return leadsOut(link.parent(), text(layers.linkAfter(link)));
  }

  private boolean leadsOut(RawPath directory, String target) throws IOException {
    left--;
    if (left < 0 || target.startsWith("/")) {
      return true;
    }
    RawPath at = directory;
    boolean hasName = false;
    String[] names = target.split("/");
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals("..")) {
        if (hasName || at.equals(RawPath.TOP)) {
          return true;
        }
        at = at.parent();
      } else if (!names[i].isEmpty() && !names[i].equals(".")) {
        hasName = true;
        at = at.resolve(new RawName(names[i]));
        if (GitFiles.areInDotGit(at)) {
          return true;
        }
        String rest = String.join("/", List.of(names).subList(i + 1, names.length));
        for (String link : links(at)) {
          if (leadsOut(at.parent(), link + "/" + rest)) {
            return true;
          }
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
