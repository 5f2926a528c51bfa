package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Unfinished;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.signing.SecretKeyFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a rotation was interrupted at any step, all policies are signed by one trusted key. */
class KeyRotationTest {

  private static final List<AgentName> AGENTS =
      List.of(AgentName.of("a.noir"), AgentName.of("b.noir"), AgentName.of("c.noir"));

  @TempDir private Path root;
  private World world;
  private KeyId before;
  private final SecretKey next = SecretKey.generate(new SecureRandom());
  private final RecordedEffects effects = new RecordedEffects();

  @BeforeEach
  void makeAgents() throws IOException {
    world = new World(root);
    world.accounts(AGENTS);
    before = world.keys.currentId().orElseThrow();
    for (AgentName agent : AGENTS) {
      PolicyDecisions decisions =
          new PolicyDecisions(world.manifest(agent, Serial.FIRST, 1000), new TreeMap<>());
      world.transaction(effects).change("create", decisions, Optional.empty(), world.writer);
    }
  }

  private void rotate() throws IOException {
    world.rotation(effects).rotate(before, next, SecretKeyFile.write(next));
  }

  private void allAreSealedBy(KeyId key) throws IOException {
    for (AgentName agent : AGENTS) {
      assertEquals(key, seal(agent).keyId());
      assertEquals(Serial.FIRST, world.state.manifest(agent).serial());
    }
    assertEquals(Optional.of(key), world.keys.currentId());
    assertEquals(List.of(key + ".key"), names(world.layout.keys()));
    assertEquals(List.of(key + ".pub"), names(world.layout.trusted()));
    assertFalse(Files.exists(world.layout.journal()));
    assertFalse(names(world.layout.state()).contains(".seals"));
  }

  private Seal seal(AgentName agent) throws IOException {
    Path file = world.layout.generation(agent, Serial.FIRST).seal();
    return Seal.read("seal", Files.readAllBytes(file));
  }

  private static List<String> names(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void every_agent_is_sealed_by_the_new_key_and_the_old_one_is_gone() throws IOException {
    rotate();
    allAreSealedBy(next.publicKey().id());
    assertEquals(next.publicKey().id(), world.keys.current().publicKey().id());
  }

  @Test
  void what_is_killed_before_seals_are_exchanged_is_undone() throws IOException {
    effects.dyingAtStep(0);
    assertThrows(RecordedEffects.Killed.class, this::rotate);
    effects.survive();
    assertEquals(
        Optional.of("an earlier 'key rotate' was interrupted; bawn-admin has undone it"),
        world.transaction(effects).recover());
    allAreSealedBy(before);
  }

  @Test
  void what_fails_before_seals_are_exchanged_is_undone_at_once() throws IOException {
    effects.whileFilesAreOpened =
        () -> {
          throw new Failed("setfacl failed", "");
        };
    assertThrows(Failed.class, this::rotate);
    allAreSealedBy(before);
  }

  @Test
  void what_is_cut_off_among_the_exchanges_is_carried_on_and_both_keys_are_believed_until_then()
      throws IOException {
    Path second = world.layout.generation(AGENTS.get(1), Serial.FIRST).seal();
    effects.whileFilesAreOpened = () -> putInTheWay(second);
    assertThrows(Unfinished.class, this::rotate);
    assertEquals(next.publicKey().id(), seal(AGENTS.getFirst()).keyId());
    assertEquals(before, seal(AGENTS.getLast()).keyId());
    assertEquals(2, names(world.layout.trusted()).size());
    Files.delete(second.resolve("thing"));
    Files.delete(second);
    assertEquals(
        Optional.of(
            "an earlier 'key rotate' was only partly in effect; bawn-admin has completed it: "
                + next.publicKey().id()
                + " signs from now on"),
        world.transaction(effects).recover());
    allAreSealedBy(next.publicKey().id());
  }

  private static void putInTheWay(Path file) {
    try {
      Files.delete(file);
      Files.createDirectories(file.resolve("thing"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void what_was_sealed_by_the_old_key_is_not_believed_again() throws IOException {
    Path seal = world.layout.generation(AGENTS.getFirst(), Serial.FIRST).seal();
    byte[] old = Files.readAllBytes(seal);
    rotate();
    Files.write(seal, old);
    assertThrows(BrokenLink.class, () -> world.state.manifest(AGENTS.getFirst()));
  }

  @Test
  void an_agent_whose_seal_is_broken_is_not_sealed_anew() throws IOException {
    Path manifest = world.layout.generation(AGENTS.get(1), Serial.FIRST).manifest();
    Files.writeString(manifest, Files.readString(manifest).replace("nproc = 256", "nproc = 257"));
    assertThrows(BrokenLink.class, this::rotate);
    assertEquals(Optional.of(before), world.keys.currentId());
    assertEquals(List.of(before + ".pub"), names(world.layout.trusted()));
    assertFalse(Files.exists(world.layout.journal()));
  }
}
