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

  /** The bytes as minisign reads them from its terminal. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The source of passphrases. */
  public interface Source {

    /** The passphrase of an existing key. */
    Passphrase of(String key);

    /** A passphrase for a new key. */
    Passphrase fresh();
  }
}
