package dev.bawn.contract.signing;

import java.nio.charset.StandardCharsets;

/** The passphrase of a signing key. It is never printed, stored or passed as an argument. */
public final class Passphrase {

  private final String text;

  /**
   * @param text any characters, without a line break
   */
  public Passphrase(String text) {
    this.text = text;
  }

  /** As minisign takes it from its terminal. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Where passphrases come from. */
  public interface Source {

    /** The one of a key that is there. */
    Passphrase of(String key);

    /** One for a key that is being made. */
    Passphrase fresh();
  }
}
