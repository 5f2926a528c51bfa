package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.world.FakeKernel;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** V10: the policy that the kernel publishes as enforced. */
class KernelLinkTest {

  @TempDir Path root;
  private World world;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
  }

  private void require(Confinement confinement) throws IOException {
    String sealed = "confinement = \"" + confinement.word() + "\"";
    String text = world.manifestText().replace("confinement = \"preferred\"", sealed);
    world.sign(text.getBytes(StandardCharsets.UTF_8));
  }

  private String sha1() throws IOException {
    byte[] compiled = Files.readAllBytes(world.generation().compiledProfile());
    SHA1Digest sha1 = new SHA1Digest();
    sha1.update(compiled, 0, compiled.length);
    byte[] digest = new byte[sha1.getDigestSize()];
    sha1.doFinal(digest, 0);
    return HexFormat.of().formatHex(digest);
  }

  @Test
  void holds_when_the_kernel_enforces_exactly_the_sealed_policy() throws IOException {
    world.kernel().loadedAsSealed();
    assertEquals(
        new Finding(
            VerificationStep.V10,
            Finding.Strength.HOLDS,
            "the kernel enforces exactly the signed policy"),
        world.finding(VerificationStep.V10));
  }

  @Test
  void launch_is_refused_when_the_profile_is_not_loaded() throws IOException {
    world.kernel();
    Broken.at(VerificationStep.V10, "the AppArmor profile of a.noir is not loaded", world::check);
  }

  @Test
  void a_profile_of_another_agent_with_a_longer_name_is_not_taken_for_it() throws IOException {
    FakeKernel kernel = world.kernel();
    kernel.loadedAsSealed().publishes("name", "bawn.a.noir.extra");
    Broken.at(VerificationStep.V10, "the AppArmor profile of a.noir is not loaded", world::check);
  }

  @Test
  void launch_is_refused_when_the_profile_only_complains() throws IOException {
    world.kernel().loadedAsSealed().publishes("mode", "complain");
    Broken.at(VerificationStep.V10, "the AppArmor profile of a.noir is not enforced", world::check);
  }

  @Test
  void launch_is_refused_when_the_kernel_enforces_another_policy() throws IOException {
    world.kernel().loaded("enforce").publishes("raw_sha256", Sha256.ofText("other").hex());
    Broken.at(VerificationStep.V10, "the kernel enforces another policy for a.noir", world::check);
  }

  @Test
  void launch_is_refused_when_an_older_kernel_enforces_another_policy() throws IOException {
    world.kernel().loaded("enforce").publishes("raw_sha1", "0".repeat(40));
    Broken.at(VerificationStep.V10, "the kernel enforces another policy for a.noir", world::check);
  }

  @Test
  void an_older_kernel_proves_less_and_that_is_said() throws IOException {
    world.kernel().loaded("enforce").publishes("raw_sha1", sha1());
    Finding finding = world.finding(VerificationStep.V10);
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertEquals("the kernel enforces the signed policy, compared by SHA-1", finding.sentence());
  }

  @Test
  void a_kernel_that_publishes_no_digest_proves_less_and_that_is_said() throws IOException {
    world.kernel().loaded("enforce");
    Finding finding = world.finding(VerificationStep.V10);
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertEquals(
        "the kernel enforces a policy with that name, but shows no digest to compare",
        finding.sentence());
  }

  @Test
  void launch_is_refused_where_no_policy_was_sealed_and_the_kernel_wants_one() throws IOException {
    String text = world.manifestText();
    String without = text.replaceFirst("  \"[0-9a-f]{64} profile\\.bin\",\n", "");
    world.sign(without.getBytes(StandardCharsets.UTF_8));
    Files.delete(world.generation().compiledProfile());
    world.kernel().loaded("enforce");
    Broken.at(VerificationStep.V10, "a.noir was signed on a kernel without AppArmor", world::check);
  }

  @Test
  void without_apparmor_an_agent_that_prefers_it_starts_and_that_is_said() {
    Finding finding = world.finding(VerificationStep.V10);
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertEquals(KernelLink.NO_APPARMOR, finding.sentence());
    assertFalse(world.check().isConfinedByKernel());
  }

  @Test
  void without_apparmor_an_agent_that_requires_it_does_not_start() throws IOException {
    require(Confinement.REQUIRED);
    Broken.at(VerificationStep.V10, "a.noir must not start without AppArmor", world::check);
    world.kernel().loadedAsSealed();
    world.check();
  }

  @Test
  void launch_is_refused_when_the_kernels_word_cannot_be_read() throws IOException {
    world.kernel();
    Files.delete(new KernelPolicies(world.layout()).directory());
    Broken.at(VerificationStep.V10, "cannot see which AppArmor policy is loaded", world::check);
  }
}
