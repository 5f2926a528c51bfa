package dev.bawn.contract.agent;

/** What happens when an allowed program on disk is no longer the one that was sealed. */
public enum Pin implements Spelling {
  WARN,
  STRICT
}
