package dev.bawn.contract.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import dev.bawn.contract.world.TestSigner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signatures of bawn and of minisign are valid for each other's program. */
class MinisignTest {

  private static final byte[] CONTENT = "format = 1\n".getBytes(StandardCharsets.UTF_8);
  private static final String COMMENT = "bawn 1 agent=a.noir serial=17";

  @TempDir Path directory;

  private int minisign(String... arguments) throws IOException, InterruptedException {
    List<String> argv = Stream.concat(Stream.of("minisign"), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(argv)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile())
            .start();
    process.getOutputStream().close();
    return process.waitFor();
  }

  private String said() throws IOException {
    return Files.readString(directory.resolve("said"));
  }

  @Test
  void minisign_believes_our_seals() throws IOException, InterruptedException {
    TestSigner signer = new TestSigner(1);
    Files.write(directory.resolve("manifest.toml"), CONTENT);
    Files.write(directory.resolve("manifest.toml.minisig"), signer.seal(CONTENT, COMMENT).write());
    Files.write(directory.resolve("root.pub"), signer.publicKey().write());
    assertEquals(0, minisign("-V", "-H", "-p", "root.pub", "-m", "manifest.toml"), said());
    assertTrue(said().contains(COMMENT), said());
  }

  @Test
  void minisign_believes_no_other_content() throws IOException, InterruptedException {
    TestSigner signer = new TestSigner(1);
    Files.writeString(directory.resolve("manifest.toml"), "format = 2\n");
    Files.write(directory.resolve("manifest.toml.minisig"), signer.seal(CONTENT, COMMENT).write());
    Files.write(directory.resolve("root.pub"), signer.publicKey().write());
    assertNotEquals(0, minisign("-V", "-p", "root.pub", "-m", "manifest.toml"));
  }

  @Test
  void we_believe_what_minisign_signs() throws IOException, InterruptedException {
    Files.write(directory.resolve("manifest.toml"), CONTENT);
    assertEquals(0, minisign("-G", "-W", "-p", "root.pub", "-s", "root.key"), said());
    assertEquals(0, minisign("-S", "-s", "root.key", "-m", "manifest.toml", "-t", COMMENT), said());
    byte[] file = Files.readAllBytes(directory.resolve("root.pub"));
    PublicKey key = PublicKey.read("root.pub", file);
    // minisign prints the ID without leading zeros until 0.11, and with them from 0.12 on
    String shown = key.id().text().replaceFirst("^0+", "");
    String text = new String(file, StandardCharsets.UTF_8);
    assertTrue(text.lines().findFirst().orElse("").matches(".* 0*" + shown), text);
    Seal seal = Seal.read("seal", Files.readAllBytes(directory.resolve("manifest.toml.minisig")));
    assertEquals(key.id(), seal.keyId());
    assertEquals(COMMENT, seal.trustedComment());
    assertTrue(seal.holds(key, CONTENT));
    assertFalse(seal.holds(key, new byte[0]));
    assertFalse(seal.holds(new TestSigner(1).publicKey(), CONTENT));
  }

  @Test
  void we_refuse_minisigns_older_form_without_a_prehash() throws IOException, InterruptedException {
    Files.write(directory.resolve("manifest.toml"), CONTENT);
    assertEquals(0, minisign("-G", "-W", "-p", "root.pub", "-s", "root.key"), said());
    assertEquals(0, minisign("-S", "-l", "-s", "root.key", "-m", "manifest.toml"), said());
    byte[] legacy = Files.readAllBytes(directory.resolve("manifest.toml.minisig"));
    String sentence = assertThrows(Refused.class, () -> Seal.read("seal", legacy)).what();
    assertEquals("seal is not a minisign file: it has no prehashed Ed25519 signature", sentence);
  }

  @Test
  void what_is_written_is_read_again() {
    TestSigner signer = new TestSigner(1);
    assertEquals(signer.publicKey(), PublicKey.read("key", signer.publicKey().write()));
    Seal seal = signer.seal(CONTENT, COMMENT);
    assertTrue(Seal.read("seal", seal.write()).holds(signer.publicKey(), CONTENT));
  }

  @Test
  void a_changed_seal_is_refused_or_is_the_file_of_one() throws Exception {
    Fuzz.of("seal", new TestSigner(1).seal(CONTENT, COMMENT).write())
        .isReadOrRefused(
            bytes -> {
              byte[] written = Seal.read("seal", bytes).write();
              assertArrayEquals(written, Seal.read("seal", written).write());
            },
            Refused.class);
  }

  @Test
  void a_changed_key_is_refused_or_is_the_file_of_one() throws Exception {
    Fuzz.of("trusted key", new TestSigner(1).publicKey().write())
        .isReadOrRefused(
            bytes -> {
              PublicKey read = PublicKey.read("key", bytes);
              assertEquals(read, PublicKey.read("key", read.write()));
            },
            Refused.class);
  }
}
