package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** The kind of /etc that a session has. */
public enum EtcKind implements Spelling {
  /** Files that name no account; accounts, hosts and the machine ID are generated. */
  SYNTHETIC,
  /** As {@link #SYNTHETIC}, with the machine's own accounts, groups and hosts. */
  BALANCED,
  /** The whole /etc of the machine. */
  FULL,
  /** No /etc: names are not resolved, and no certificate is trusted. */
  NONE
}
