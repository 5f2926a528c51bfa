package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** V6, the key with which git signs the commits of an agent. */
final class IdentityLinkTest {

  private static final String LINE =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";
  private static final String CONTENT = "the key";

  @TempDir private Path root;
  private World world;
  private Path key;
  private Path shown;

  @BeforeEach
  void makeKey() throws IOException {
    world = new World(root);
    Path directory = world.layout().identity(World.NOIR);
    key = directory.resolve("key");
    shown = directory.resolve("key.pub");
    World.write(key, CONTENT);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    for (var file : identity().shownFiles().entrySet()) {
      World.write(directory.resolve(file.getKey()), file.getValue());
    }
  }

  private static AgentIdentity identity() {
    return new AgentIdentity(PublicIdentity.of(LINE).orElseThrow(), Sha256.ofText(CONTENT));
  }

  /** Returns a policy of an agent with the group of the files that the test makes. */
  private Manifest manifest() throws IOException {
    Manifest noir = world.manifest();
    return new Manifest(
        noir.agent(),
        noir.uid(),
        new Uid((Integer) Files.getAttribute(key.getParent(), "unix:gid")),
        noir.operators(),
        noir.users(),
        noir.serial(),
        noir.sealed(),
        noir.profile(),
        noir.confinement(),
        noir.pin(),
        noir.network(),
        noir.limits(),
        noir.execution(),
        noir.variables(),
        Optional.of(identity()),
        noir.commands(),
        noir.tools(),
        noir.assignments(),
        noir.files());
  }

  private IdentityLink link() {
    return new IdentityLink(world.layout(), world.rootOwned());
  }

  private void assertBroken(String what) throws IOException {
    Manifest manifest = manifest();
    BrokenLink broken = assertThrows(BrokenLink.class, () -> link().check(manifest));
    assertEquals(VerificationStep.V6, broken.step());
    assertTrue(broken.what().contains(what), broken.what());
    assertFalse(link().isIntact(manifest));
  }

  @Test
  void the_signed_files_are_intact() throws IOException {
    link().check(manifest());
    assertTrue(link().isIntact(manifest()));
  }

  @Test
  void an_agent_without_a_key_needs_no_files() throws IOException {
    Files.delete(key);
    link().check(world.manifest());
    assertFalse(link().isIntact(world.manifest()));
  }

  @Test
  void a_changed_file_is_refused() throws IOException {
    Files.writeString(key, "another key");
    assertBroken("identities/a.noir/key changed since it was signed");
    makeKey();
    Files.writeString(shown, LINE.replace("do", "dp") + "\n");
    assertBroken("key.pub changed since it was signed");
    makeKey();
    Files.writeString(shown.resolveSibling("allowed_signers"), "* " + LINE + "\n");
    assertBroken("allowed_signers changed since it was signed");
  }

  @Test
  void a_missing_file_and_one_more_are_refused() throws IOException {
    Path more = shown.resolveSibling("more");
    World.write(more, "x");
    assertBroken(more + " was not signed");
    Files.delete(more);
    Files.delete(shown);
    assertBroken("key.pub is missing");
    makeKey();
    Files.delete(key);
    assertBroken("/key is missing");
  }

  @Test
  void a_key_that_others_can_read_or_write_is_refused() throws IOException {
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertBroken("mode 0644 instead of");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-rw----"));
    assertBroken("must be writable by root only");
  }

  @Test
  void a_link_in_place_of_a_file_and_a_file_of_another_user_are_refused() throws IOException {
    Files.move(shown, root.resolve("key.pub"));
    Files.createSymbolicLink(shown, root.resolve("key.pub"));
    assertBroken("must be no symbolic link");
    makeKeyAgain();
    Uid other = new Uid(world.self().number() + 1);
    IdentityLink link = new IdentityLink(world.layout(), new RootOwned(root, other));
    Manifest manifest = manifest();
    assertThrows(BrokenLink.class, () -> link.check(manifest));
  }

  private void makeKeyAgain() throws IOException {
    Files.delete(shown);
    makeKey();
    link().check(manifest());
  }
}
