package dev.bawn.contract.failure;

/** The steps of the verification, in their order. A start leaves V12 out. */
public enum VerificationStep {
  V1("trusted keys"),
  V2("agent"),
  V3("signature"),
  V4("manifest"),
  V5("serial"),
  V6("signed files"),
  V7("commands"),
  V8("tools"),
  V9("installation"),
  V10("kernel"),
  V11("project"),
  V12("writable");

  private final String title;

  VerificationStep(String title) {
    this.title = title;
  }

  /** The subject of the step, in a word or two. */
  public String title() {
    return title;
  }
}
