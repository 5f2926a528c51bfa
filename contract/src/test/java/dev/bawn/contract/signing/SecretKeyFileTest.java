package dev.bawn.contract.signing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.world.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secret keys, their files and their signatures; minisign accepts all of them, and bawn accepts
 * those of minisign.
 */
@Tag("slow")
class SecretKeyFileTest {

  private static final byte[] CONTENT = "what root decided".getBytes(StandardCharsets.UTF_8);
  private static final String WORDS = "korrekt häst batteri";

  @TempDir private Path directory;
  private final SecretKey key = SecretKey.generate(new SecureRandom());

  /** Provides one passphrase. */
  private record Knows(String words) implements Passphrase.Source {
    @Override
    public Passphrase of(String key) {
      return new Passphrase(words);
    }

    @Override
    public Passphrase fresh() {
      return new Passphrase(words);
    }
  }

  private static SecretKey opened(byte[] file, String words) {
    return SecretKeyFile.read("key", file).open(new Knows(words));
  }

  private byte[] underPassphrase() {
    return SecretKeyFile.write(key, new Passphrase(WORDS), new SecureRandom());
  }

  private void minisign(String input, String... arguments)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Stream.concat(Stream.of("minisign"), Stream.of(arguments)).toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile())
            .start();
    process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    assertEquals(0, process.waitFor(), Files.readString(directory.resolve("said")));
  }

  @Test
  void a_key_survives_its_file() {
    byte[] file = SecretKeyFile.write(key);
    assertFalse(SecretKeyFile.read("key", file).isProtected());
    SecretKey read = opened(file, "never asked for");
    assertArrayEquals(file, SecretKeyFile.write(read));
    assertEquals(key.publicKey(), read.publicKey());
  }

  @Test
  void a_key_under_a_passphrase_opens_for_that_passphrase_alone() {
    byte[] file = underPassphrase();
    assertTrue(SecretKeyFile.read("key", file).isProtected());
    assertArrayEquals(SecretKeyFile.write(key), SecretKeyFile.write(opened(file, WORDS)));
    for (String other : List.of("", WORDS + " ", WORDS.toUpperCase(Locale.ROOT))) {
      assertThrows(Refused.class, () -> opened(file, other));
    }
  }

  @Test
  void the_same_passphrase_never_gives_the_same_file() {
    assertFalse(Arrays.equals(underPassphrase(), underPassphrase()));
  }

  @Test
  void minisign_signs_with_our_key_and_its_passphrase() throws IOException, InterruptedException {
    Files.write(directory.resolve("root.key"), underPassphrase());
    Files.write(directory.resolve("content"), CONTENT);
    minisign(WORDS + "\n", "-S", "-s", "root.key", "-m", "content");
    byte[] seal = Files.readAllBytes(directory.resolve("content.minisig"));
    assertTrue(Seal.read("seal", seal).holds(key.publicKey(), CONTENT));
  }

  @Test
  void we_sign_with_a_key_of_minisigns_and_its_passphrase()
      throws IOException, InterruptedException {
    minisign(WORDS + "\n" + WORDS + "\n", "-G", "-p", "root.pub", "-s", "root.key");
    byte[] file = Files.readAllBytes(directory.resolve("root.key"));
    SecretKey opened = opened(file, WORDS);
    byte[] half = Files.readAllBytes(directory.resolve("root.pub"));
    assertEquals(PublicKey.read("root.pub", half), opened.publicKey());
    Files.write(directory.resolve("content"), CONTENT);
    Files.write(directory.resolve("content.minisig"), opened.seal(CONTENT, "a comment").write());
    minisign("", "-V", "-p", "root.pub", "-m", "content");
    assertThrows(Refused.class, () -> opened(file, "something else"));
  }

  @Test
  void limits_that_would_take_all_memory_are_refused_unread() {
    byte[] data = Base64.getDecoder().decode(secondLine(underPassphrase()));
    Arrays.fill(data, 38, 54, (byte) 0x7f);
    byte[] file =
        ("untrusted comment: x\n" + Base64.getEncoder().encodeToString(data) + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    assertThrows(Refused.class, () -> SecretKeyFile.read("key", file));
  }

  private static String secondLine(byte[] file) {
    return new String(file, StandardCharsets.US_ASCII).split("\n")[1];
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
    byte[] file = SecretKeyFile.write(key);
    int start = new String(file, StandardCharsets.US_ASCII).indexOf('\n') + 1;
    // the salt and the limits (bytes 6 to 53 of the data) have no meaning without a passphrase
    for (int i = start; i < file.length - 1; i++) {
      boolean meaningless = i - start >= 8 && i - start < 72;
      byte[] changed = file.clone();
      changed[i] = (byte) (changed[i] == 'A' ? 'B' : 'A');
      if (!meaningless) {
        assertThrows(Refused.class, () -> opened(changed, WORDS), "byte " + i);
      }
    }
  }

  @Test
  void a_file_that_is_cut_off_is_refused() {
    byte[] file = SecretKeyFile.write(key);
    for (int length : new int[] {0, 1, 48, file.length / 2, file.length - 1}) {
      byte[] cut = Arrays.copyOf(file, length);
      assertThrows(Refused.class, () -> SecretKeyFile.read("key", cut));
    }
  }

  @Test
  void a_changed_file_is_read_or_refused() throws Exception {
    Fuzz.of("secret key", SecretKeyFile.write(key), underPassphrase())
        .isReadOrRefused(
            bytes -> {
              SecretKeyFile file = SecretKeyFile.read("key", bytes);
              if (!file.isProtected()) {
                file.open(new Knows(WORDS));
              }
            },
            Refused.class);
  }
}
