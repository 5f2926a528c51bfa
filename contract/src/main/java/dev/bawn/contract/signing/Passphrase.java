package dev.bawn.contract.signing;

import java.nio.charset.StandardCharsets;

/** What a person knows and no file says. Never printed, and never an argument of anything. */
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
