package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the mount points of a session: bubblewrap must be able to create them, and they must not
 * hide anything that the session needs. It reads no file.
 *
 * @param fixed read-only directories of the machine, in which only existing paths can be mount
 *     points
 * @param home the session's home directory
 * @param inside the path of its workspace
 * @param project the path of the project on the host
 */
record MountPoints(List<Path> fixed, Path home, Path inside, Path project) {

  private static final String ELSEWHERE = "choose another path in the session: HOST:INSIDE";

  MountPoints {
    fixed = List.copyOf(fixed);
  }

  /**
   * Checks the shares in the order of their paths.
   *
   * @return the same shares
   * @throws Refused if one of them cannot be mounted
   */
  List<Share> take(List<Share> shares) {
    List<Path> writable = new ArrayList<>(List.of(inside, home));
    for (Share share : shares) {
      Optional<Path> above = above(writable, share.at());
      if (above.isPresent()) {
        requireOutside(share);
        throw new Refused(
            "'" + share.at() + "' cannot be a mount point: the session can write " + above.get(),
            ELSEWHERE);
      }
      require(share);
      if (share.manner() == Share.Manner.WRITABLE) {
        writable.add(share.at());
      }
    }
    return shares;
  }

  /** Refuses a share of the project at its own path: the workspace is there. */
  private void requireOutside(Share share) {
    if (share.at().equals(share.from()) && share.at().startsWith(inside)) {
      throw new Refused(
          share.at() + " belongs to the project, and only other paths can be mounted",
          "leave it out; if bawn hides it: --show-secrets; to show the original at another path: "
              + share.at()
              + ":/INSIDE");
    }
  }

  private void require(Share share) {
    Path at = share.at();
    boolean isMoved = !at.equals(share.from());
    if (at.startsWith("/proc") || at.equals(Path.of("/dev")) || at.equals(Path.of("/run"))) {
      throw new Refused(at + " is reserved for the session", ELSEWHERE);
    }
    if (home.startsWith(at) || isMoved && inside.startsWith(at)) {
      String what = home.startsWith(at) ? "home" : "project";
      throw new Refused(at + " would hide the " + what + " of the session", ELSEWHERE);
    }
    boolean holdsProject = inside.startsWith(at) || project.startsWith(at);
    if (!isMoved && share.manner() == Share.Manner.WRITABLE && holdsProject) {
      throw new Refused(
          at + " contains the project, which the session could then change in place",
          "share a directory that does not contain it");
    }
    if (isMoved) {
      above(fixed, at)
          .ifPresent(place -> {
            throw new Refused(
                at + " cannot be mounted in the session: bawn mounts " + place + " itself",
                ELSEWHERE);
          });
    }
  }

  /**
   * Requires that the workspace can be at its path.
   *
   * @throws Refused if it cannot
   */
  void requireWorkspace() {
    above(fixed, inside)
        .ifPresent(place -> {
          throw new Refused(
              inside + " cannot be mounted in the session: bawn mounts " + place + " itself",
              "for example: --mount-base /work");
        });
  }

  static Optional<Path> above(List<Path> places, Path below) {
    for (Path each : places) {
      if (below.startsWith(each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
