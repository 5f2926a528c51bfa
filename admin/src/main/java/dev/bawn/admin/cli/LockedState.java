package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Agents;
import dev.bawn.admin.agent.Projects;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.KeyRotation;
import dev.bawn.admin.change.Preview;
import dev.bawn.admin.change.Transaction;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The signed policies, locked for one command that changes them. An interrupted change is recovered
 * first. A dry run reads them without a lock.
 */
final class LockedState implements AutoCloseable {

  private static final String DRY_RUN = "--dry-run";

  private final Assembly assembly;
  private final Optional<HeldLock> lock;
  private final Transaction transaction;
  private final Optional<Preview> preview;

  private LockedState(Assembly assembly, Optional<HeldLock> lock) throws IOException {
    this.assembly = assembly;
    this.lock = lock;
    this.preview = lock.isPresent() ? Optional.empty() : Optional.of(assembly.preview());
    this.transaction = assembly.transaction();
  }

  /**
   * For a command that signs: waits for the lock, then recovers. It asks for a passphrase before it
   * takes the lock, so that no other command waits for the answer.
   */
  static LockedState forChange(Surroundings here) throws IOException {
    return forChange(new Assembly(here), here);
  }

  /**
   * As {@link #forChange(Surroundings)}, for a command that uses the assembly and its key for other
   * steps, too.
   */
  static LockedState forChange(Assembly assembly, Surroundings here) throws IOException {
    assembly.requireInitialised();
    assembly.openKey();
    return locked(assembly, here);
  }

  /** The option that shows what a command would change. */
  static OptionSpec dryRun() {
    return Parameters.flag(DRY_RUN, "show what would change, and change nothing");
  }

  static boolean isDryRun(Typed typed) {
    return typed.has(DRY_RUN);
  }

  /** For a command that signs, or only prints its changes if {@code --dry-run} is given. */
  static LockedState forChange(Typed typed, Assembly assembly, Surroundings here)
      throws IOException {
    if (!isDryRun(typed)) {
      return forChange(assembly, here);
    }
    return preview(assembly);
  }

  /** For a command that only prints what it would change. */
  static LockedState preview(Assembly assembly) throws IOException {
    assembly.requireInitialised();
    return new LockedState(assembly, Optional.empty());
  }

  /** For a command that changes something and signs nothing. */
  static LockedState withoutKey(Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    return locked(assembly, here);
  }

  /** Takes the lock and recovers an interrupted change; messages go to standard error. */
  private static LockedState locked(Assembly assembly, Surroundings here) throws IOException {
    HeldLock lock =
        HeldLock.take(here.layout().lock(), "another bawn-admin", line -> Messages.say(here, line));
    try {
      LockedState state = new LockedState(assembly, Optional.of(lock));
      state.transaction.recover().ifPresent(what -> Messages.say(here, what));
      return state;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  Agents agents() throws IOException {
    return preview.isPresent()
        ? assembly.agents(preview.get(), assembly.uids()::free, assembly.identities()::preview)
        : assembly.agents(transaction, assembly.uids()::take, assembly.identities()::make);
  }

  /** Prints what would be changed, if this is a dry run. */
  void tellPreview(Surroundings here) {
    if (preview.isPresent()) {
      preview.get().lines().forEach(line -> WrappedText.print(line, here));
      here.out().println("dry run: nothing was changed");
    }
  }

  Projects projects() {
    return assembly.projects();
  }

  KeyRotation keyRotation() {
    return assembly.keyRotation();
  }

  /** Updates sudoers and access lists to match the signed policies. */
  void refresh() throws IOException {
    transaction.refresh();
  }

  @Override
  public void close() throws IOException {
    if (lock.isPresent()) {
      lock.get().close();
    }
  }
}
