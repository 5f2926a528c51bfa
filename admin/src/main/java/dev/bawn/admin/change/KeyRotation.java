package dev.bawn.admin.change;

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
 * Seals all agents with another key. What root decided stays as it is, so their manifests and
 * serials do, too: each gets another seal, which takes the place of the old one in one rename.
 *
 * <p>First all new seals are made, beside the sealed directories, and the new key is believed
 * beside the old one; a crash up to there is undone. Then the journal says that seals are
 * exchanged; from there on a crash is carried on, for which no key is needed, so that no passphrase
 * is asked for by whatever command comes next. The old key is believed until the last seal is
 * exchanged. The caller holds the lock of the whole state.
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
   * @param layout where sealed directories lie
   * @param state what is sealed now
   * @param effects who may read the new seals
   * @param keys the key that seals, and those that are believed
   * @param toolStore the adopted tools, whose records are sealed, too
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
   * Does it.
   *
   * @param from the key that seals so far
   * @param to another one
   * @param file how that is kept
   * @return the agents that are sealed with it now
   * @throws dev.bawn.contract.failure.BrokenLink if the signature of an agent does not hold: it is
   *     not sealed anew unseen; nothing is changed then
   */
  public List<AgentName> rotate(KeyId from, SecretKey to, byte[] file) throws IOException {
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

  /** Settles what a rotation that died left behind, and says what became of it. */
  String recover(ChangeJournal.Rotation rotation) throws IOException {
    if (rotation.step() == ChangeJournal.Step.PREPARE) {
      undo(rotation);
      return "an earlier 'key rotate' was interrupted; bawn-admin has undone it";
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
      // one that is not there has its place already
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

  /** Where new seals wait, on the file system of the sealed directories. */
  private Path seals() {
    return layout.state().resolve(".seals");
  }
}
