package dev.bawn.admin.change;

import dev.bawn.admin.sealing.AgentRemains;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.SealComment;
import dev.bawn.contract.signing.SecretKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Signs all policies with another key. The manifests and serials stay unchanged: each gets another
 * signature, which replaces the old one in one rename.
 *
 * <p>First, all new signatures are created beside the policy directories, and the new key is
 * trusted besides the old one; a crash up to here is undone. Then the journal records that
 * signatures are being replaced; after that, a crash is completed. Completing needs no key, so the
 * next command asks for no passphrase. The old key is trusted until the last signature is replaced.
 * The caller holds the lock of the policies.
 */
public final class KeyRotation {

  private final SystemLayout layout;
  private final SealedState state;
  private final Effects effects;
  private final SigningKeys keys;
  private final ChangeJournal journal;
  private final ToolSeals tools;

  private static final String SUBJECT = "key rotate";

  /**
   * @param layout with the policy directories
   * @param state the current policies
   * @param effects gives read access to the new signatures
   * @param keys the signing key and the trusted keys
   * @param toolStore the adopted tools, whose records are signed, too
   */
  public KeyRotation(
      SystemLayout layout,
      SealedState state,
      Effects effects,
      SigningKeys keys,
      ToolStore toolStore) {
    this.layout = layout;
    this.state = state;
    this.effects = effects;
    this.keys = keys;
    this.journal = new ChangeJournal(layout);
    this.tools = new ToolSeals(toolStore, seals());
  }

  /**
   * Rotates the key.
   *
   * @param from the current signing key
   * @param to the new signing key
   * @param file the new key in the form in which it is stored
   * @return the agents whose policies are signed with the new key
   * @throws dev.bawn.contract.failure.BrokenLink if the signature of an agent is not valid: such a
   *     policy is not signed again, and nothing is changed
   */
  public List<AgentName> rotate(KeyId from, SecretKey to, byte[] file) throws IOException {
    new AgentRemains(layout).requireNone("see: sudo bawn-admin doctor");
    SortedMap<AgentName, Manifest> manifests = new TreeMap<>();
    for (AgentName agent : state.agents()) {
      manifests.put(agent, state.manifest(agent));
    }
    ChangeJournal.Rotation rotation =
        new ChangeJournal.Rotation(
            from,
            to.publicKey().id(),
            ChangeJournal.Step.PREPARE,
            List.copyOf(manifests.sequencedKeySet()));
    journal.write(rotation);
    try {
      prepare(manifests, to, file);
      journal.write(rotation.exchanging());
    } catch (IOException | RuntimeException e) {
      undo(rotation);
      throw e;
    }
    try {
      finish(rotation);
    } catch (IOException | RuntimeException e) {
      throw UnfinishedChange.failure(SUBJECT, e);
    }
    return rotation.agents();
  }

  private void prepare(SortedMap<AgentName, Manifest> manifests, SecretKey to, byte[] file)
      throws IOException {
    keys.prepare(to.publicKey().id(), file);
    Trees.remove(seals());
    Files.createDirectory(seals());
    SortedMap<Path, Manifest> made = new TreeMap<>();
    for (var each : manifests.entrySet()) {
      Path seal = seals().resolve(each.getKey().text());
      AtomicFile.create(seal, seal(each.getValue(), to), "rw-r-----");
      made.put(seal, each.getValue());
    }
    tools.prepare(to);
    AtomicFile.syncDirectory(seals());
    effects.openFiles(made);
    keys.trust(to.publicKey());
  }

  private byte[] seal(Manifest manifest, SecretKey key) throws IOException {
    Generation generation = layout.generation(manifest.agent(), manifest.serial());
    String comment = SealComment.of(manifest.agent(), manifest.serial().toString());
    return key.seal(Files.readAllBytes(generation.manifest()), comment).write();
  }

  /** Completes or undoes an interrupted rotation and returns a message about it. */
  String recover(ChangeJournal.Rotation rotation) throws IOException {
    if (rotation.step() == ChangeJournal.Step.PREPARE) {
      undo(rotation);
      return "an earlier 'key rotate' was interrupted; bawn-admin has undone it";
    }
    if (!keys.has(rotation.to())) {
      throw journal.misfit("the keys of this machine");
    }
    try {
      finish(rotation);
    } catch (IOException | RuntimeException e) {
      throw UnfinishedChange.secondFailure(SUBJECT, e);
    }
    return UnfinishedChange.finished(SUBJECT, rotation.to() + " signs from now on");
  }

  private void finish(ChangeJournal.Rotation rotation) throws IOException {
    for (AgentName agent : rotation.agents()) {
      Path seal = seals().resolve(agent.text());
      // otherwise it has replaced the old one already
      if (Files.exists(seal)) {
        Generation generation = layout.generation(agent, state.serial(agent).orElseThrow());
        Files.move(
            seal,
            generation.seal(),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
        AtomicFile.syncDirectory(generation.directory());
      }
    }
    tools.exchange();
    keys.exchange(rotation.from(), rotation.to());
    Trees.remove(seals());
    journal.clear();
  }

  private void undo(ChangeJournal.Rotation rotation) throws IOException {
    keys.forget(rotation.to());
    Trees.remove(seals());
    journal.clear();
  }

  /** Returns the directory of the new signatures, on the file system of the policy directories. */
  private Path seals() {
    return layout.state().resolve(".seals");
  }
}
