package dev.bawn.admin.agent;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;

/**
 * Root's record of when an agent was active: the modification time of a file of root. The agent's
 * group may write to it, so that {@code enter}, which has the agent's uid, can update the time when
 * a session begins. No session sees that file, and outside a session only {@code enter} has that
 * uid.
 */
public final class ActivityRecord {

  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rw--w----");

  private final SystemLayout layout;

  /**
   * @param layout with the record
   */
  public ActivityRecord(SystemLayout layout) {
    this.layout = layout;
  }

  /** Enables the record for an agent. Does nothing if the agent never had a project. */
  public void open(Manifest manifest) throws IOException {
    Path file = layout.activity(manifest.agent());
    if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.createFile(file);
      Files.setLastModifiedTime(file, FileTime.from(AgentActivity.NEVER));
    }
    Integer group = manifest.gid().number();
    if (!group.equals(Files.getAttribute(file, "unix:gid", LinkOption.NOFOLLOW_LINKS))) {
      Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
    }
    if (!PERMISSIONS.equals(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
      Files.setPosixFilePermissions(file, PERMISSIONS);
    }
  }

  /** Records that the agent runs. It requires only the rights of the file's owner. */
  void note(AgentName agent, Instant now) throws IOException {
    Path file = layout.activity(agent);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.setLastModifiedTime(file, FileTime.from(now));
    }
  }
}
