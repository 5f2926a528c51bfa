package dev.bawn.launcher.config;

import dev.bawn.contract.agent.Spelling;

/** The origin of a value. */
public enum Origin implements Spelling {
  /** The default. */
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
