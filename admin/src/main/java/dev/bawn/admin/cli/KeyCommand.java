package dev.bawn.admin.cli;

import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.sealing.SigningKeys.Protection;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.signing.SecretKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code key list|rotate}: the signing key. */
final class KeyCommand implements Command {

  private enum Action implements Spelling {
    LIST,
    ROTATE
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.action("list|rotate"))
        .addOption(Parameters.flag("--passphrase", "rotate: protect the new key with a passphrase"))
        .addOption(
            Parameters.flag(
                "--no-passphrase",
                "rotate: create the new key without a passphrase (default: as the old key)"))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin key list",
        "sudo bawn-admin key rotate",
        "sudo bawn-admin key rotate --passphrase");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Action action = Parameters.choice("action of key", typed.words().getFirst(), Action.values());
    if (action == Action.LIST) {
      KeyRows.read(new Assembly(here)).print(typed.has("--json"), here);
    } else {
      rotate(typed, here);
    }
    return 0;
  }

  private static void rotate(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    SigningKeys keys = assembly.keys();
    SecureRandom random = new SecureRandom();
    SecretKey next = SecretKey.generate(random);
    // asked for before the lock is taken: no other command waits for the answer
    byte[] file = keys.written(next, protection(typed, keys), random);
    try (LockedState state = LockedState.withoutKey(here)) {
      KeyId from = keys.currentId().orElseThrow(SigningKeys::none);
      List<AgentName> agents = state.keyRotation().rotate(from, next, file);
      WrappedText.print(
          "created key "
              + next.publicKey().id()
              + " and signed "
              + Count.of(agents.size(), "agent")
              + " with it",
          here);
      WrappedText.print("removed key " + from + "; it is no longer trusted", here);
    }
  }

  private static Protection protection(Typed typed, SigningKeys keys) throws IOException {
    if (typed.has("--passphrase") && typed.has("--no-passphrase")) {
      throw new WrongUsage(
          "--passphrase and --no-passphrase cannot be used together", "leave out one");
    }
    boolean wanted =
        typed.has("--passphrase") || !typed.has("--no-passphrase") && keys.isProtected();
    return wanted ? Protection.PASSPHRASE : Protection.NONE;
  }
}
