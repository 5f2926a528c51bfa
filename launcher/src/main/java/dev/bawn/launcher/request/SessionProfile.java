package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** How much of the machine a session sees where nothing else is said: {@code --profile}. */
public enum SessionProfile implements Spelling {
  STRICT(EtcKind.SYNTHETIC),
  BALANCED(EtcKind.BALANCED),
  COMPAT(EtcKind.FULL);

  private final EtcKind etc;

  SessionProfile(EtcKind etc) {
    this.etc = etc;
  }

  /** What it has as /etc. */
  public EtcKind etc() {
    return etc;
  }
}
