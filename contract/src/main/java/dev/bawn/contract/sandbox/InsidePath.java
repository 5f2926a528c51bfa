package dev.bawn.contract.sandbox;

import dev.bawn.contract.agent.ProjectId;

/**
 * A path as a session sees it.
 *
 * @param text absolute
 */
public record InsidePath(String text) {

  /** The home directory of an agent. */
  public static final InsidePath HOME = new InsidePath("/home/agent");

  /**
   * @throws IllegalArgumentException if it is not absolute or contains a NUL
   */
  public InsidePath {
    absolute(text);
  }

  /** The path at which an agent sees a project. */
  public static InsidePath project(ProjectId project) {
    return new InsidePath("/work/" + project);
  }

  /** A path below it. */
  public InsidePath resolve(String name) {
    return new InsidePath(text + "/" + name);
  }

  static void absolute(String text) {
    if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("no absolute path: " + text);
    }
  }
}
