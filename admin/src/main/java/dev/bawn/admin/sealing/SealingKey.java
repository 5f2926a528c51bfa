package dev.bawn.admin.sealing;

import dev.bawn.contract.signing.SecretKey;
import java.io.IOException;

/** The signing key, opened when it is needed: the user may have to type its passphrase. */
@FunctionalInterface
public interface SealingKey {

  /** Returns the key. */
  SecretKey get() throws IOException;
}
