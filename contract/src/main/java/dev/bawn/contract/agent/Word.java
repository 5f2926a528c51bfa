package dev.bawn.contract.agent;

import java.util.Locale;

/** A choice that has one spelling in files, options and output. Made for enumerations. */
public interface Word {

  /** The name of the constant. */
  String name();

  /** The spelling: the name in lower case, where nothing else is said. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
