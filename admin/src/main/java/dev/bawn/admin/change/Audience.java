package dev.bawn.admin.change;

import dev.bawn.contract.agent.Word;

/** Who may start an agent after a change, compared with before. */
public enum Audience implements Word {
  /** The same operators. */
  SAME("same"),
  /** More of them: they can look at what the agent wrote. */
  WIDER("wider"),
  /** Somebody may no longer: the agent's sessions end, whoever began them. */
  NARROWER("narrower");

  private final String word;

  Audience(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }

  static Audience of(String word) {
    return word.equals(WIDER.word) ? WIDER : word.equals(NARROWER.word) ? NARROWER : SAME;
  }
}
