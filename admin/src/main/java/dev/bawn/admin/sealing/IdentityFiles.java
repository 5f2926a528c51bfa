package dev.bawn.admin.sealing;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys with which git signs commits in the sessions of agents. Only root writes them: an agent
 * reads its own key, and every user the public half. The caller holds the lock of the policies.
 */
public final class IdentityFiles {

  /** No name of an agent begins with a dot. */
  private static final String NEXT = ".next";

  private final SystemLayout layout;

  /**
   * @param layout with the directories of the keys
   */
  public IdentityFiles(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Makes a key. Its files are removed again: the change of the policy writes them.
   *
   * @throws Refused if ssh-keygen is not installed
   */
  public NewIdentity make() throws IOException {
    CommitSigning.requireProgram();
    Path building = building();
    try {
      Path key = building.resolve(CommitSigning.KEY);
      SystemProgram.named("ssh-keygen").must(CommitSigning.arguments(key).toArray(String[]::new));
      PublicIdentity shown =
          PublicIdentity.of(
                  Files.readString(building.resolve(CommitSigning.PUBLIC), StandardCharsets.UTF_8)
                      .strip())
              .orElseThrow(() -> new IOException("ssh-keygen made no Ed25519 key"));
      byte[] bytes = Files.readAllBytes(key);
      return new NewIdentity(new AgentIdentity(shown, Sha256.of(bytes)), bytes);
    } finally {
      Trees.remove(building);
    }
  }

  /** Returns a key that is not secret, for a change that is only computed. */
  public NewIdentity preview() {
    CommitSigning.requireProgram();
    byte[] none = new byte[0];
    return new NewIdentity(new AgentIdentity(new PublicIdentity("", ""), Sha256.of(none)), none);
  }

  /** Creates the directory under another name, which only root can enter. */
  private Path building() throws IOException {
    Trees.makeDirectory(layout.identities(), "rwxr-xr-x");
    Path building = layout.identities().resolve(NEXT);
    Trees.remove(building);
    Files.createDirectory(building);
    Trees.makeDirectory(building, "rwx------");
    return building;
  }

  /** Writes the files of a new key; replaces those of an earlier one. */
  public void write(Manifest manifest, NewIdentity made) throws IOException {
    Path building = building();
    Path key = building.resolve(CommitSigning.KEY);
    AtomicFile.create(key, made.key(), "rw-------");
    Files.setAttribute(key, "unix:gid", manifest.gid().number(), LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(key, "unix:mode", 0640, LinkOption.NOFOLLOW_LINKS);
    for (var file : made.identity().shownFiles().entrySet()) {
      AtomicFile.create(building.resolve(file.getKey()), file.getValue(), "rw-r--r--");
    }
    Trees.makeDirectory(building, "rwxr-xr-x");
    AtomicFile.syncDirectory(building);
    Path directory = layout.identity(manifest.agent());
    Trees.remove(directory);
    Files.move(building, directory);
    AtomicFile.syncDirectory(layout.identities());
  }

  /**
   * Returns the directories of keys that no policy names: those of agents that do not exist, and of
   * agents without a key. An agent whose policy cannot be verified keeps its key.
   *
   * @param agents all agents
   * @param manifests the policies with valid signatures
   */
  private List<Path> unused(Collection<AgentName> agents, List<Manifest> manifests)
      throws IOException {
    Set<String> kept = agents.stream().map(AgentName::text).collect(Collectors.toSet());
    manifests.stream()
        .filter(manifest -> manifest.identity().isEmpty())
        .forEach(manifest -> kept.remove(manifest.agent().text()));
    List<Path> unused = new ArrayList<>(Trees.entries(layout.identities(), "*"));
    unused.removeIf(directory -> kept.contains(directory.getFileName().toString()));
    return unused;
  }

  /** Removes these directories. */
  public void removeUnused(Collection<AgentName> agents, List<Manifest> manifests)
      throws IOException {
    for (Path directory : unused(agents, manifests)) {
      Trees.remove(directory);
    }
  }
}
