package dev.bawn.admin.sealing;

import dev.bawn.contract.signing.SecretKey;
import java.io.IOException;

/** The key that seals, opened when it is needed: a person may have to type a passphrase for it. */
@FunctionalInterface
public interface SealingKey {

  /** The key. */
  SecretKey get() throws IOException;
}
