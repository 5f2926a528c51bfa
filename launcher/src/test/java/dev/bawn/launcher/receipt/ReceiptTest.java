package dev.bawn.launcher.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.signing.SecretKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A receipt is valid only in the exact form in which it was signed. */
class ReceiptTest {

  private final SecretKey key = SecretKey.generate(new SecureRandom());

  private Map<String, Object> verified(byte[] bytes) throws IOException {
    return Receipt.read("r", new ByteArrayInputStream(bytes)).verified("r", key.publicKey());
  }

  private void refuses(String why, byte[] bytes) {
    Refused refused = assertThrows(Refused.class, () -> verified(bytes));
    assertTrue(refused.what().contains(why), refused.what());
  }

  @Test
  void a_statement_comes_back_as_it_was_signed() throws IOException {
    byte[] bytes = Receipt.sign("{\"a\" : [\"b\", 1, {\"c\": true}]}\n", key).bytes();
    assertEquals(Map.of("a", List.of("b", "1", Map.of("c", "true"))), verified(bytes));
  }

  @Test
  void no_byte_of_a_receipt_can_be_changed_left_out_or_added() throws IOException {
    byte[] bytes = Receipt.sign("{\"session\": \"a\"}", key).bytes();
    int comment = "untrusted comment: ".length();
    int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n');
    for (int i = 0; i < bytes.length; i++) {
      if (i >= comment && i < end) {
        continue; // this comment is not signed
      }
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      assertThrows(Refused.class, () -> verified(changed), "byte " + i);
    }
    refuses("is not valid", (new String(bytes, StandardCharsets.UTF_8) + " ").getBytes());
    refuses("is not valid", Arrays.copyOf(bytes, bytes.length - 1));
  }

  @Test
  void another_key_signs_no_receipt() {
    SecretKey other = SecretKey.generate(new SecureRandom());
    refuses("is signed with the key", Receipt.sign("{}", other).bytes());
  }

  @Test
  void what_the_key_signs_for_another_purpose_is_no_receipt() {
    byte[] content = "{}".getBytes(StandardCharsets.UTF_8);
    String file = new String(key.seal(content, "bawn 1 agent=a serial=1").write()) + "{}";
    refuses("not as a receipt", file.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_signed_statement_that_is_no_object_is_refused() {
    for (String text : List.of("", "[]", "{", "{} {}", "{\"a\":" + "[".repeat(5000))) {
      refuses("is not a JSON object", Receipt.sign(text, key).bytes());
    }
  }

  @Test
  void a_file_without_end_is_refused() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }
        };
    Refused refused = assertThrows(Refused.class, () -> Receipt.read("r", endless));
    assertEquals("r is larger than 4 MiB", refused.what());
  }

  @Test
  void a_damaged_record_of_the_kernel_is_none() {
    String rights = "CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n";
    String mounts = "1 2 0:3 /a /b\\040c ro,nosuid master:1 - ext4 /dev/x rw\n";
    KernelAnswer answer =
        KernelAnswer.parse(rights + "AppArmor:\t\nNamespaces:\tmnt pid\n\n" + mounts).orElseThrow();
    assertEquals(
        List.of(new KernelAnswer.Mount("/b\\040c", "/a", "ro,nosuid", "ext4")), answer.mounts());
    assertEquals(List.of("mnt", "pid"), answer.namespaces());
    for (String text : List.of("", "\n\n", rights + "\n", rights + "\nx", "\n\n" + mounts)) {
      assertTrue(KernelAnswer.parse(text).isEmpty(), text);
    }
  }
}
