package dev.bawn.contract.doctor;

import dev.bawn.contract.agent.Word;
import java.util.Locale;

/** What can be wrong. The names are stable: scripts wait for them. */
public enum Ailment implements Word {
  /** A family of checks could not be made. */
  NOT_EXAMINED,

  // the kernel
  APPARMOR_MISSING,
  SECURITYFS_MISSING,
  APPARMOR_PARSER_MISSING,
  AA_EXEC_MISSING,
  USERNS_FORBIDDEN,
  USERNS_NONE,
  USERNS_RESTRICTED,
  WATCHES_FEW,

  // bubblewrap
  BUBBLEWRAP_MISSING,
  BUBBLEWRAP_SETUID,
  BUBBLEWRAP_OPEN,
  BUBBLEWRAP_OLD,

  // other programs
  SUDO_MISSING,
  GIT_MISSING,
  TAR_MISSING,
  TMUX_MISSING,
  SETFACL_MISSING,
  INOTIFYWAIT_MISSING,

  // this installation
  INSTALLATION_BROKEN,
  INSTALLATION_OPEN,
  FILTER_BROKEN,
  JAVA_CHANGED,
  JAVA_UNTRAINED,

  // file systems
  SUDO_NOSUID,
  STATE_NOEXEC,
  STATE_OVERLAY,
  PROC_HIDDEN,
  DISK_FULL,

  // what root keeps
  NOT_INITIALISED,
  DIRECTORY_OPEN,
  LOCK_OPEN,
  KEY_MISSING,
  KEY_OPEN,
  KEY_NOT_TRUSTED,
  JOURNAL_OPEN,
  JOURNAL_DAMAGED,
  UNIT_DISABLED,
  WATCHER_DISABLED,
  WATCHER_FAILED,

  // accounts
  AGENTS_GROUP_MISSING,
  MIRROR_KEEPER_MISSING,
  ACCOUNT_MISSING,
  ACCOUNT_SHELL,
  ACCOUNT_VALID,
  ACCOUNT_UNLOCKED,
  ACCOUNT_GROUP,
  ACCOUNT_ORPHAN,

  // sudoers
  SUDOERS_MISSING,
  SUDOERS_CHANGED,
  SUDOERS_OPEN,
  SUDOERS_NOT_READ,

  // what a crash left behind
  CHANGE_UNFINISHED,
  GENERATION_HALF,
  GENERATION_ORPHAN,
  FILE_HALF,
  MIRROR_HALF,
  TOOL_HALF,
  PROGRAMS_UNUSED,
  HOME_ORPHAN,
  SCRATCH_ORPHAN,

  // agents
  POLICY_NOT_ENFORCED,
  COMMANDS_CHANGED,
  SEAL_BROKEN,

  // yourself
  NO_AGENTS,
  SUDO_REFUSES,
  RECORD_NOT_YOURS,
  RECORD_DAMAGED;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
