package dev.bawn.contract.failure;

/** The links of the chain, in the order in which they are verified before a start. */
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

  /** The subject of the link, in a word or two. */
  public String title() {
    return title;
  }
}
