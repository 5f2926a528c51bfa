package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/**
 * Root's record of when an agent was active: when its start asked root for a fresh mirror, and when
 * the watcher of mirrors saw it run. A start costs nothing for it: it is written where root is at
 * work already.
 */
public final class ActivityRecord {

  private final Layout layout;

  /**
   * @param layout where the record lies
   */
  public ActivityRecord(Layout layout) {
    this.layout = layout;
  }

  /** The agent is being started. Nothing is noted of one that has never had a project. */
  public void note(AgentName agent, Instant now) throws IOException {
    Path file = layout.activity(agent);
    if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.createFile(file);
    }
    Files.setLastModifiedTime(file, FileTime.from(now));
  }
}
