package dev.bawn.contract.trust;

/** How long a look at the chain may take. */
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
