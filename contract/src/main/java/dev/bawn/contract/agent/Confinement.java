package dev.bawn.contract.agent;

/** The rule for starting an agent if the kernel has no AppArmor. */
public enum Confinement implements Spelling {
  PREFERRED,
  REQUIRED
}
