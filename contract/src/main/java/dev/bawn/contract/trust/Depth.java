package dev.bawn.contract.trust;

/** How much of the chain is verified: the steps of a start, or all of them. */
public enum Depth {
  /**
   * For a launch: large files are trusted if they belong to root and their inode data are
   * unchanged.
   */
  START,
  /**
   * For a verification: programs and the trees of adopted tools are read as a whole, too, and V11
   * and V12 of each project are verified.
   */
  WHOLE
}
