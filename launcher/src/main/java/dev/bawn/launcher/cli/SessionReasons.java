package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.launcher.review.Holdings;
import dev.bawn.launcher.review.Owners;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.ForeignFiles;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reasons for failures in a session that the owners of files cause. */
final class SessionReasons {

  private static final String DENIED = "Permission denied";

  private final Uid uid;
  private final Uid gid;
  private final Owners owners;

  /**
   * @param uid the user whose files the session can change
   * @param gid the group of that user
   */
  SessionReasons(Uid uid, Uid gid, Owners owners) {
    this.uid = uid;
    this.gid = gid;
    this.owners = owners;
  }

  /**
   * All reasons.
   *
   * @param project on the host; empty for a workspace that began empty
   * @param upper the upper layer of the session
   */
  List<Reason> all(Optional<Path> project, Path upper) {
    List<Reason> reasons = new ArrayList<>();
    if (project.isPresent()) {
      mounts(project.get(), reasons);
      project(project.get(), reasons);
    }
    written(upper, reasons);
    if (owners.closed().count() > 0) {
      reasons.add(
          Reason.of("closed", "neither you nor the session can read these directories", DENIED, "")
              .at(owners.closed()));
    }
    return reasons;
  }

  /**
   * Adds the mount points in the project. See {@code has_locked_children} in fs/namespace.c of the
   * kernel.
   */
  private void mounts(Path project, List<Reason> reasons) {
    if (owners.mounts().count() > 0) {
      reasons.add(
          Reason.of(
                  "mount",
                  "another file system is mounted in the project, so no session with an overlay can start",
                  "a file system is mounted on, or: wrong fs type, bad option, bad superblock",
                  "sudo umount " + String.join(" ", words(project, owners.mounts().first())))
              .at(owners.mounts()));
    }
  }

  private void project(Path project, List<Reason> reasons) {
    foreign(
        "owner",
        ForeignFiles.ALL,
        "Value too large for defined data type (EOVERFLOW); "
            + DENIED
            + " where their mode refuses it first",
        owners.project(),
        repair(ForeignFiles.isOf(project, uid), project, owners.project()),
        reasons);
  }

  private void written(Path upper, List<Reason> reasons) {
    foreign(
        "written-owner",
        "these belong to another user, among the changes of the session: a program with root's rights wrote there",
        DENIED + "; Operation not permitted",
        owners.written(),
        repair(true, upper, owners.written()),
        reasons);
  }

  private String repair(boolean isOwn, Path top, Holdings found) {
    return ForeignFiles.repair(isOwn, uid, gid, words(top, found.cover()));
  }

  private static void foreign(
      String word, String what, String said, Holdings found, String hint, List<Reason> reasons) {
    if (found.count() > 0) {
      reasons.add(Reason.of(word, what, said, hint).of(found.all()));
    }
  }

  /** Paths below a top, as shell arguments. */
  private static List<String> words(Path top, List<RawPath> paths) {
    return paths.stream().map(path -> word(top, path)).toList();
  }

  private static String word(Path top, RawPath path) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(top.toString().getBytes(StandardCharsets.UTF_8));
    if (!path.equals(RawPath.TOP)) {
      bytes.write('/');
      bytes.writeBytes(path.bytes().getBytes(StandardCharsets.ISO_8859_1));
    }
    return ShellQuoting.exact(bytes.toByteArray());
  }
}
