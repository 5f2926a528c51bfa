package dev.bawn.contract.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PublicIdentityTest {

  private static final String PREFIX = "0000000b7373682d6564323535313900000020";

  /** The key of a seed of 32 zeros. */
  private static final String ZERO =
      "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29";

  private static String line(String hex) {
    return "ssh-ed25519 " + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
  }

  /** From test-vectors/ed25519-x25519.json of the did:key specification. */
  @Test
  void a_key_has_the_identifier_of_the_specification() {
    PublicIdentity key = PublicIdentity.of(line(PREFIX + ZERO) + " a comment").orElseThrow();
    assertEquals("did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp", key.did());
    assertEquals(line(PREFIX + ZERO), key.line());
    assertEquals(key.did() + " namespaces=\"git\" " + line(PREFIX + ZERO) + "\n", key.signer());
  }

  @Test
  void no_other_line_is_an_ed25519_key() {
    for (String line :
        List.of(
            "",
            "ssh-ed25519",
            "ssh-ed25519 *",
            line(PREFIX + ZERO).replace("ssh-ed25519 ", "ssh-rsa "),
            line(PREFIX + ZERO + "00"),
            line(PREFIX + ZERO.substring(2)),
            line(PREFIX.replace("20", "21") + ZERO))) {
      assertEquals(Optional.empty(), PublicIdentity.of(line), line);
    }
  }
}
