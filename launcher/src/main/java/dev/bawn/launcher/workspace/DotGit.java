package dev.bawn.launcher.workspace;

/** What a project has as its {@code .git}. */
public enum DotGit {
  /** Nothing. */
  NONE,
  /** A directory, or the file that a worktree has in its place. */
  THERE,
  /** A link, which a program that writes the project could lead anywhere. */
  LINK
}
