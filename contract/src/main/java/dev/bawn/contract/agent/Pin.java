package dev.bawn.contract.agent;

/** The reaction of a start to an allowed program that changed since it was signed. */
public enum Pin implements Spelling {
  WARN,
  STRICT
}
