package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** How much of the machine a session sees by default: {@code --profile}. */
public enum SessionProfile implements Spelling {
  STRICT(EtcKind.SYNTHETIC),
  BALANCED(EtcKind.BALANCED),
  COMPAT(EtcKind.FULL);

  private final EtcKind etc;

  SessionProfile(EtcKind etc) {
    this.etc = etc;
  }

  /** The kind of /etc of this profile. */
  public EtcKind etc() {
    return etc;
  }
}
