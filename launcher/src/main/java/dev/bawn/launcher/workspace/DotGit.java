package dev.bawn.launcher.workspace;

/** The kind of {@code .git} that a project has. */
public enum DotGit {
  /** No {@code .git}. */
  NONE,
  /** A directory, or the file that a worktree has instead. */
  THERE,
  /** A link, which a program that writes the project could lead anywhere. */
  LINK
}
