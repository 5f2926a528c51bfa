package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** What a session sees as /etc. */
public enum EtcKind implements Spelling {
  /** Files that name nobody; accounts, hosts and the machine's id are made up. */
  SYNTHETIC,
  /** The same, with the machine's own accounts, groups and hosts. */
  BALANCED,
  /** All of the machine's. */
  FULL,
  /** Nothing, so names are not resolved and no certificate is believed. */
  NONE
}
