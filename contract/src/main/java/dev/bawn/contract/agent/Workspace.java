package dev.bawn.contract.agent;

/** How a sealed agent sees its project. */
public enum Workspace implements Spelling {
  MIRROR
}
