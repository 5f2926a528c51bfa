package dev.bawn.admin.agent;

import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.CommitSigning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Gives agents keys with which git signs their commits. Git starts ssh-keygen for a signature, so
 * an agent with a key may run it, and loses the command with the key.
 */
public final class CommitKeys {

  /** The command that git starts for a signature. */
  static final CommandName SIGNS = CommandName.of(CommitSigning.PROGRAM.getFileName().toString());

  private final Maker maker;
  private final Intact intact;

  /** Makes a key. */
  @FunctionalInterface
  public interface Maker {
    /** Returns a new key. */
    NewIdentity make() throws IOException;
  }

  /** Tells whether the key of an agent is the one that root signed. */
  @FunctionalInterface
  public interface Intact {
    /** Compares the key with the policy. */
    boolean test(Manifest manifest);
  }

  /**
   * @param maker makes a key
   * @param intact compares the key of an agent with its policy
   */
  public CommitKeys(Maker maker, Intact intact) {
    this.maker = maker;
    this.intact = intact;
  }

  /**
   * Requires that an agent can lose a command.
   *
   * @throws Refused if git needs it to sign the commits of the agent
   */
  static void requireUnused(Manifest manifest, CommandName command) {
    if (command.equals(SIGNS) && manifest.identity().isPresent()) {
      throw new Refused(
          command
              + " cannot be taken away: git signs the commits of "
              + manifest.agent()
              + " with it",
          "remove the command and the key: sudo bawn-admin reseal "
              + manifest.agent()
              + " --no-identity");
    }
  }

  /** Returns the key of a new agent; empty if it gets none. */
  Optional<NewIdentity> made(IdentityChange change) throws IOException {
    return change == IdentityChange.GIVE ? Optional.of(maker.make()) : Optional.empty();
  }

  /** Returns the new key that a change needs; empty if it needs none. */
  Optional<NewIdentity> made(Manifest before, IdentityChange change) throws IOException {
    return intact.test(before) ? Optional.empty() : made(change);
  }

  /**
   * Returns a policy with the key and the command that belongs to it, or without both.
   *
   * @param allow finds the program of a command
   */
  static Manifest changed(
      Manifest before,
      IdentityChange change,
      Optional<NewIdentity> made,
      Function<CommandName, AllowedCommand> allow) {
    List<AllowedCommand> commands = new ArrayList<>(before.commands());
    boolean isAllowed = commands.stream().anyMatch(each -> each.name().equals(SIGNS));
    return switch (change) {
      case NONE -> before;
      case TAKE -> {
        commands.removeIf(each -> each.name().equals(SIGNS));
        yield before.withPrograms(commands).withIdentity(Optional.empty());
      }
      case GIVE -> {
        if (!isAllowed) {
          commands.add(allow.apply(SIGNS));
          commands.sort(Comparator.comparing(AllowedCommand::name));
        }
        yield before
            .withPrograms(commands)
            .withIdentity(made.map(NewIdentity::identity).or(before::identity));
      }
    };
  }
}
