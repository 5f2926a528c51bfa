package dev.bawn.admin.sealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.seal.Seal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/**
 * Keys and what they sign. That minisign takes both is tested with minisign itself, in
 * tests/system.
 */
class SecretKeyTest {

  private static final byte[] CONTENT = "what root decided".getBytes(StandardCharsets.UTF_8);

  private final SecretKey key = SecretKey.generate(new SecureRandom());

  @Test
  void a_key_survives_its_file() {
    SecretKey read = SecretKey.read("key", key.write());
    assertArrayEquals(key.write(), read.write());
    assertEquals(key.publicKey(), read.publicKey());
  }

  @Test
  void a_seal_holds_for_its_content_and_its_key_alone() {
    Seal seal = Seal.read("seal", key.seal(CONTENT, "a comment").write());
    assertTrue(seal.holds(key.publicKey(), CONTENT));
    assertFalse(seal.holds(key.publicKey(), "something else".getBytes(StandardCharsets.UTF_8)));
    assertFalse(seal.holds(SecretKey.generate(new SecureRandom()).publicKey(), CONTENT));
  }

  @Test
  void every_changed_byte_of_a_key_file_is_noticed() {
    byte[] file = key.write();
    int start = new String(file, StandardCharsets.US_ASCII).indexOf('\n') + 1;
    // the salt and the limits (bytes 6 to 53 of the data) mean nothing without a passphrase
    for (int i = start; i < file.length - 1; i++) {
      boolean meaningless = i - start >= 8 && i - start < 72;
      byte[] changed = file.clone();
      changed[i] = (byte) (changed[i] == 'A' ? 'B' : 'A');
      if (!meaningless) {
        assertThrows(Refused.class, () -> SecretKey.read("key", changed), "byte " + i);
      }
    }
  }

  @Test
  void a_file_that_is_cut_off_is_refused() {
    byte[] file = key.write();
    for (int length : new int[] {0, 1, 48, file.length / 2, file.length - 1}) {
      byte[] cut = java.util.Arrays.copyOf(file, length);
      assertThrows(Refused.class, () -> SecretKey.read("key", cut));
    }
  }
}
