package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.trust.TrustedKeys;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** {@code trust add|remove|list}: the keys whose signatures launchers accept. */
final class TrustCommand implements Command {

  private enum Action implements Spelling {
    ADD,
    REMOVE,
    LIST
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.action("add|remove|list"))
        .addPositional(
            Parameters.object(
                "FILE|KEY", "add: a file with a minisign public key; remove: the ID of a key"))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin trust list",
        "sudo bawn-admin trust add office.pub",
        "sudo bawn-admin trust remove 3650E23A3277DAF2");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Action action = Parameters.choice("action of trust", typed.words().getFirst(), Action.values());
    switch (action) {
      case LIST -> {
        typed.requireAtMost(1);
        KeyRows.read(new Assembly(here)).print(typed.has("--json"), here);
      }
      case ADD -> add(word(typed, "FILE"), here);
      case REMOVE -> remove(id(word(typed, "KEY")), here);
    }
    return 0;
  }

  private static String word(Typed typed, String what) {
    if (typed.words().size() < 2) {
      throw new WrongUsage("missing argument: " + what, "see: sudo bawn-admin trust --help");
    }
    String word = typed.words().get(1);
    if (word.isEmpty()) {
      throw new WrongUsage(
          "argument is empty; expected a " + what.toLowerCase(Locale.ROOT),
          "see: sudo bawn-admin trust --help");
    }
    return word;
  }

  /** Adds a key. The file is read with the rights of the user who ran sudo. */
  private static void add(String file, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    byte[] bytes = assembly.mirrors().read(here.directory().resolve(file), Operators.caller(here));
    PublicKey key = read(file, bytes);
    try (LockedState _ = LockedState.withoutKey(here)) {
      assembly.keys().trust(key);
    }
    here.out().println("bawn now accepts signatures by " + key.id());
  }

  private static PublicKey read(String file, byte[] bytes) {
    try {
      return PublicKey.read(Printable.of(file), bytes);
    } catch (Refused e) {
      throw new Refused(
          e.what(), "name a public key: a file in /etc/bawn/trusted of another machine");
    }
  }

  private static KeyId id(String text) {
    try {
      return new KeyId(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not the ID of a key",
          "see them: sudo bawn-admin trust list");
    }
  }

  private static void remove(KeyId key, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    try (LockedState _ = LockedState.withoutKey(here)) {
      if (TrustedKeys.read(assembly.layout(), assembly.rootOwned()).find(key).isEmpty()) {
        throw new NotFound(
            "no key " + key + " is trusted here", "see them: sudo bawn-admin trust list");
      }
      int agents = KeyRows.sealedBy(assembly).getOrDefault(key.text(), 0);
      if (agents > 0 || assembly.keys().currentId().filter(key::equals).isPresent()) {
        throw new Refused(
            "key "
                + key
                + (agents > 0
                    ? " signed " + Count.of(agents, "agent") + ", which would not start without it"
                    : " is the signing key of this machine"),
            "sign them with another key first: sudo bawn-admin key rotate");
      }
      assembly.keys().distrust(key);
    }
    here.out().println("bawn no longer accepts signatures by " + key);
  }
}
