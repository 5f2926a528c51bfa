package dev.bawn.admin.change;

import dev.bawn.admin.recipe.MachineProbe;
import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.ProfileFiles;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A machine below a directory, with the user of the tests as root. */
final class World {

  final SystemLayout layout;
  final SealedState state;
  final GenerationWriter writer;
  final SigningKeys keys;
  final ToolStore toolStore;
  private List<AgentName> uids = List.of();

  World(Path root) throws IOException {
    layout = new SystemLayout(root);
    Uid me = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
    RootOwned owned = new RootOwned(root, me);
    for (String directory :
        List.of(
            "etc/bawn/keys",
            "etc/bawn/trusted",
            "usr/bin",
            "usr/sbin",
            "usr/lib",
            "usr/share",
            "var/lib/bawn/agents")) {
      Files.createDirectories(root.resolve(directory));
    }
    Files.writeString(
        layout.passwd(), "a.noir:x:70000:70000:bawn agent:/var/lib/bawn/homes/a.noir:/nologin\n");
    toolStore = new ToolStore(layout, owned);
    keys = new SigningKeys(layout, owned, new NoPassphrase());
    SecretKey key = keys.create(new SecureRandom(), SigningKeys.Protection.NONE);
    state = new SealedState(layout, new TrustChain(layout, Installation.in(root), owned));
    writer =
        new GenerationWriter(
            layout,
            new MachineProbe(layout, new ToolDefinitions(layout, layout.at("usr/lib/bawn"), owned)),
            (manifest, machine, generation) -> new ProfileFiles("profile\n", Optional.empty()),
            () -> key);
  }

  Transaction transaction(Effects effects) {
    return new Transaction(layout, state, effects, keys, toolStore);
  }

  KeyRotation rotation(Effects effects) {
    return new KeyRotation(layout, state, effects, keys, toolStore);
  }

  /** Creates accounts, with uids from 70000 on. */
  void accounts(List<AgentName> agents) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (AgentName agent : agents) {
      int uid = 70_000 + agents.indexOf(agent);
      lines.append("%s:x:%d:%d:bawn agent:/nonexistent:/nologin\n".formatted(agent, uid, uid));
    }
    Files.writeString(layout.passwd(), lines);
    uids = agents;
  }

  /** Returns the policy of an agent with an account. */
  Manifest manifest(AgentName agent, Serial serial, int... operators) {
    return manifest(agent, new Uid(70_000 + uids.indexOf(agent)), serial, operators);
  }

  static Manifest noir(Serial serial, int... operators) {
    return manifest(AgentName.of("a.noir"), new Uid(70_000), serial, operators);
  }

  private static Manifest manifest(AgentName agent, Uid uid, Serial serial, int... operators) {
    SortedSet<Uid> uids = new TreeSet<>();
    for (int operator : operators) {
      uids.add(new Uid(operator));
    }
    return new Manifest(
        agent,
        uid,
        uid,
        uids,
        new TreeMap<>(),
        serial,
        Instant.parse("2026-11-21T10:02:11Z"),
        Profile.CUSTOM,
        Confinement.PREFERRED,
        Pin.WARN,
        NetworkPolicy.OPEN,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>());
  }
}
