package dev.bawn.contract.trust;

import static dev.bawn.contract.world.World.APP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes each byte of the signed files and of the signatures: each launch is refused. */
class FlippedBytesTest {

  /** The part that minisign itself does not sign: the rest of the first line of a file. */
  private static final String UNTRUSTED = "untrusted comment: ";

  @TempDir Path root;
  private World world;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    world.kernel().loadedAsSealed();
  }

  @Test
  void every_byte_of_the_manifest() throws IOException {
    Path manifest = world.generation().manifest();
    assertEquals(EnumSet.of(VerificationStep.V3), stepsThatRefuse(manifest, 0, "is not valid"));
  }

  @Test
  void every_byte_of_the_recipe() throws IOException {
    assertEquals(
        EnumSet.of(VerificationStep.V6),
        stepsThatRefuse(world.generation().recipe(APP), 0, "was changed: recipe/app.args"));
  }

  @Test
  void every_byte_of_the_profile_and_of_the_compiled_policy() throws IOException {
    assertEquals(
        EnumSet.of(VerificationStep.V6),
        stepsThatRefuse(world.generation().profileText(), 0, "was changed: profile"));
    assertEquals(
        EnumSet.of(VerificationStep.V6),
        stepsThatRefuse(world.generation().compiledProfile(), 0, "was changed: profile.bin"));
  }

  @Test
  void every_byte_of_the_seal_that_is_signed_or_has_a_meaning() throws IOException {
    Path seal = world.generation().seal();
    int comment = signedFrom(seal);
    assertEquals(EnumSet.of(VerificationStep.V3), stepsThatRefuse(seal, comment, "signature"));
    assertEquals(
        EnumSet.of(VerificationStep.V3), stepsThatRefuse(seal, 0, UNTRUSTED.length(), "damaged"));
  }

  @Test
  void every_byte_of_the_trusted_key_that_has_a_meaning() throws IOException {
    Path key = world.trustedKey(world.signer());
    int data = signedFrom(key);
    Set<VerificationStep> steps = stepsThatRefuse(key, data, "");
    assertEquals(EnumSet.of(VerificationStep.V1, VerificationStep.V3), steps);
    assertEquals(
        EnumSet.of(VerificationStep.V1), stepsThatRefuse(key, 0, UNTRUSTED.length(), "minisign"));
  }

  private static int signedFrom(Path file) throws IOException {
    return Files.readString(file).indexOf('\n');
  }

  private Set<VerificationStep> stepsThatRefuse(Path file, int from, String sentence)
      throws IOException {
    return stepsThatRefuse(file, from, Files.readAllBytes(file).length, sentence);
  }

  private Set<VerificationStep> stepsThatRefuse(Path file, int from, int to, String sentence)
      throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Set<VerificationStep> steps = EnumSet.noneOf(VerificationStep.class);
    for (int at = from; at < to; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      String where = "byte " + at + " of " + new String(whole, StandardCharsets.UTF_8);
      BrokenLink link = assertThrows(BrokenLink.class, world::check, where);
      assertTrue(link.what().contains(sentence), where + " says " + link.what());
      steps.add(link.step());
    }
    Files.write(file, whole);
    world.check();
    return steps;
  }

  @Test
  void a_file_that_is_cut_off_anywhere() throws IOException {
    for (Path file : new Path[] {world.generation().seal(), world.trustedKey(world.signer())}) {
      byte[] whole = Files.readAllBytes(file);
      for (int length = 0; length < whole.length; length++) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertThrows(BrokenLink.class, world::check, file + " of " + length + " bytes");
      }
      Files.write(file, whole);
    }
    world.check();
  }
}
