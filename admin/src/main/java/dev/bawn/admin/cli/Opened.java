package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Agents;
import dev.bawn.admin.agent.Projects;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.KeyRotation;
import dev.bawn.admin.change.Transaction;
import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;

/**
 * The sealed state, locked for one command that changes it, after whatever an earlier one left
 * behind was settled.
 */
final class Opened implements AutoCloseable {

  private final Assembly assembly;
  private final HeldLock lock;
  private final Transaction transaction;

  private Opened(Assembly assembly, HeldLock lock) throws IOException {
    this.assembly = assembly;
    this.lock = lock;
    this.transaction = assembly.transaction();
  }

  /**
   * For a command that seals: waits for the lock, then recovers. A passphrase is asked for before
   * that, so that nobody waits for a person who types.
   */
  static Opened forChange(Surroundings here) throws IOException {
    return forChange(new Assembly(here), here);
  }

  /** The same, for a command that has opened the key of this assembly, or does more with it. */
  static Opened forChange(Assembly assembly, Surroundings here) throws IOException {
    assembly.requireInitialised();
    assembly.openKey();
    return locked(assembly, here);
  }

  /** For a command that changes something and seals nothing. */
  static Opened withoutKey(Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    return locked(assembly, here);
  }

  /** What is worth knowing goes to standard error. */
  private static Opened locked(Assembly assembly, Surroundings here) throws IOException {
    HeldLock lock =
        HeldLock.take(here.layout().lock(), "another bawn-admin", line -> Talk.say(here, line));
    try {
      Opened opened = new Opened(assembly, lock);
      opened.transaction.recover().ifPresent(what -> Talk.say(here, what));
      return opened;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  Agents agents() throws IOException {
    return assembly.agents(transaction);
  }

  Projects projects() {
    return assembly.projects();
  }

  KeyRotation keyRotation() {
    return assembly.keyRotation();
  }

  /** Brings sudoers and access lists in line with what is sealed. */
  void refresh() throws IOException {
    transaction.refresh();
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
