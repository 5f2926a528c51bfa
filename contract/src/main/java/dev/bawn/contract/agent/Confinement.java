package dev.bawn.contract.agent;

/** Whether an agent may start where the kernel has no AppArmor. */
public enum Confinement implements Spelling {
  PREFERRED,
  REQUIRED
}
