package dev.bawn.contract.agent;

/** A choice that has one spelling in files, options and output. */
public interface Word {

  /** The spelling. */
  String word();
}
