package dev.bawn.launcher.config;

import dev.bawn.contract.agent.Spelling;

/** Where a value comes from. */
public enum Origin implements Spelling {
  /** Nobody said anything else. */
  BUILT_IN("default"),

  /** The caller's own file. */
  YOURS("config.toml"),

  /** The project's file. */
  PROJECT(".bawn.toml");

  private final String word;

  Origin(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
