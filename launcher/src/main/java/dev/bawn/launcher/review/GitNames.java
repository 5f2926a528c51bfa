package dev.bawn.launcher.review;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that git and its extensions write into the directory of a repository, see
 * gitrepository-layout(5). Any other file there is no file of git's.
 */
final class GitNames {

  private static final Set<String> NAMES =
      Set.of(
          "objects",
          "refs",
          "reftable",
          "packed-refs",
          "logs",
          "config",
          "config.worktree",
          "description",
          "hooks",
          "info",
          "branches",
          "remotes",
          "common",
          "commondir",
          "gitdir",
          "locked",
          "modules",
          "worktrees",
          "index",
          "shallow",
          "sequencer",
          "rebase-merge",
          "rebase-apply",
          "rr-cache",
          "lost-found",
          "lfs",
          "annex",
          "svn",
          "git-daemon-export-ok",
          "gitk.cache",
          "gc.log",
          "gc.pid",
          "fsmonitor--daemon",
          "fsmonitor--daemon.ipc",
          "TAG_EDITMSG",
          "COMMIT_EDITMSG",
          "NOTES_EDITMSG",
          "EDIT_DESCRIPTION",
          "MERGE_MSG",
          "MERGE_MODE",
          "MERGE_RR",
          "MERGE_AUTOSTASH",
          "SQUASH_MSG",
          "AUTO_MERGE",
          "HEAD");

  private static final Set<String> IN_SMALL_LETTERS =
      NAMES.stream().map(GitNames::small).collect(Collectors.toSet());

  /** The names of locks, shared indexes, and of files about one commit or a bisection. */
  private static final String MORE =
      "(index|HEAD|config|packed-refs|shallow|[A-Z_]+_HEAD)\\.(lock|new)"
          + "|sharedindex\\..+|[A-Z_]+_HEAD|BISECT_[A-Z_]+|NOTES_MERGE_[A-Z_]+";

  private static final Pattern EXACT = Pattern.compile(MORE);
  private static final Pattern IN_ANY_LETTERS = Pattern.compile(MORE, Pattern.CASE_INSENSITIVE);

  private GitNames() {}

  /** Tells whether git writes an entry of this name into the directory of a repository. */
  static boolean have(String name) {
    return NAMES.contains(name) || EXACT.matcher(name).matches();
  }

  /**
   * Tells whether git may read an entry of this name in the directory of a repository: a file
   * system may not distinguish capital letters.
   */
  static boolean mayHave(String name) {
    return IN_SMALL_LETTERS.contains(small(name)) || IN_ANY_LETTERS.matcher(name).matches();
  }

  private static String small(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
