package dev.bawn.contract.agent;

/** Whether an agent may start if the kernel has no AppArmor. */
public enum Confinement implements Spelling {
  PREFERRED,
  REQUIRED
}
