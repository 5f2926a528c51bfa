package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Agents;
import dev.bawn.admin.agent.Projects;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.Transaction;
import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;

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

  /** Waits for the lock, then recovers. What is worth knowing goes to standard error. */
  static Opened forChange(Surroundings here) {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    try {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Agents agents() throws IOException {
    return assembly.agents(transaction);
  }

  Projects projects() {
    return assembly.projects();
  }

  /** Brings sudoers and access lists in line with what is sealed. */
  void refresh() throws IOException {
    transaction.refresh();
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
