package dev.bawn.contract.agent;

/** Whether an agent may start where the kernel has no AppArmor. */
public enum Confinement implements Word {
  PREFERRED("preferred"),
  REQUIRED("required");

  private final String word;

  Confinement(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
