package dev.bawn.contract.trust;

/** How much of the chain is verified: the steps of a start, or all of them. */
public enum Depth {
  /**
   * For a launch: what is large is trusted while it is root's, and unchanged as far as inodes tell.
   */
  START,
  /**
   * For a caller who asks whether all is well: programs and the trees of adopted tools are read as
   * a whole, too.
   */
  WHOLE
}
