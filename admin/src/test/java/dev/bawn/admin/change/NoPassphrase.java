package dev.bawn.admin.change;

import dev.bawn.contract.signing.Passphrase;

/** Fails if a passphrase is requested. */
final class NoPassphrase implements Passphrase.Source {

  @Override
  public Passphrase of(String key) {
    throw new AssertionError("asked for the passphrase of " + key);
  }

  @Override
  public Passphrase fresh() {
    throw new AssertionError("asked for a new passphrase");
  }
}
