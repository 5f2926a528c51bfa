package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandList;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ManifestFile;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.util.Optional;

/**
 * V4: the manifest is valid, names this agent, has the ids of its account, and its list of commands
 * exists and has the signed digest.
 */
final class ManifestLink {

  private static final String NO_ACCOUNT = "no such account";

  private final SystemLayout layout;
  private LocalAccounts accounts;

  ManifestLink(SystemLayout layout) {
    this.layout = layout;
  }

  Manifest check(AgentName agent, byte[] bytes, SealedFiles files) {
    Manifest manifest = parse(agent, bytes);
    if (!manifest.agent().equals(agent)) {
      throw broken(
          agent, "the manifest is another agent's", agent.toString(), manifest.agent().toString());
    }
    String expected = "ids " + manifest.uid() + ":" + manifest.gid();
    String found = account(agent);
    if (!found.equals(expected)) {
      throw new BrokenLink(
          VerificationStep.V4,
          found.equals(NO_ACCOUNT)
              ? "there is no account " + agent
              : "the account of " + agent + " is not the account that root signed",
          expected,
          found,
          "run: sudo bawn-admin doctor");
    }
    return withCommands(manifest, files);
  }

  private static Manifest parse(AgentName agent, byte[] bytes) {
    try {
      return ManifestFile.read(bytes);
    } catch (Refused e) {
      throw broken(
          agent,
          "the manifest of " + agent + " is not valid: " + e.what(),
          "format 1",
          "something else");
    }
  }

  private static Manifest withCommands(Manifest manifest, SealedFiles files) {
    Sha256 sealed = manifest.files().get(CommandList.FILE);
    if (sealed == null) {
      return manifest;
    }
    AgentName agent = manifest.agent();
    try {
      SealedFiles.Content list = files.content(CommandList.FILE);
      if (!list.sha256().equals(sealed)) {
        throw broken(
            agent,
            "the list of commands of " + agent + " was changed",
            sealed.hex(),
            list.sha256().hex());
      }
      return manifest.withPrograms(CommandList.read(list.bytes()));
    } catch (IOException e) {
      throw broken(
          agent,
          "the list of commands of " + agent + " cannot be read",
          "a readable file",
          Failed.of(e).what());
    } catch (Refused e) {
      throw broken(
          agent, "the list of commands of " + agent + ": unknown format", "a list", e.what());
    }
  }

  /**
   * Requires the parts that an earlier version did not sign: the names of operators, the list of
   * libraries, and the choice of the filter. It also requires that the caller's uid still has the
   * same name. {@code enter} checks users of a directory service, whose name it gets from sudo.
   *
   * @throws Refused if the uid belongs to another user by now
   */
  void requireNamed(Manifest manifest, Uid caller) {
    AgentName agent = manifest.agent();
    if (manifest.users().isEmpty()) {
      throw earlier(agent, "the names of its operators", "names of operators", "numbers alone");
    }
    if (!manifest.files().containsKey(LibraryList.FILE)) {
      throw earlier(agent, "its list of libraries", LibraryList.FILE, "no such file");
    }
    if (!manifest.files().containsKey(Generation.FILTER)) {
      throw earlier(agent, "the choice of its filter", Generation.FILTER, "no such file");
    }
    if (caller.equals(Uid.ROOT)) {
      return;
    }
    Optional<String> now = name(agent, caller);
    String sealed = manifest.users().getOrDefault(caller, "nobody");
    if (now.isPresent() && !now.get().equals(sealed)) {
      throw new Refused(
          "uid "
              + caller
              + " was "
              + sealed
              + " when "
              + agent
              + " was signed, and is "
              + now.get()
              + " now",
          "ask root: sudo bawn-admin operator add " + agent + " " + now.get());
    }
  }

  private static BrokenLink earlier(
      AgentName agent, String without, String expected, String found) {
    return new BrokenLink(
        VerificationStep.V4,
        agent + " was signed by an earlier version, without " + without,
        expected,
        found,
        "run: sudo bawn-admin reseal " + agent);
  }

  private Optional<String> name(AgentName agent, Uid uid) {
    try {
      return accounts().name(uid);
    } catch (IOException e) {
      throw broken(agent, "cannot read " + layout.passwd(), "a readable file", Failed.of(e).what());
    }
  }

  private String account(AgentName agent) {
    try {
      return accounts()
          .named(agent.text())
          .map(account -> "ids " + account.uid() + ":" + account.gid())
          .orElse(NO_ACCOUNT);
    } catch (IOException e) {
      throw broken(agent, "cannot read " + layout.passwd(), "a readable file", Failed.of(e).what());
    }
  }

  /** The accounts, read once for any number of agents and processors. */
  private synchronized LocalAccounts accounts() throws IOException {
    if (accounts == null) {
      accounts = LocalAccounts.read(layout);
    }
    return accounts;
  }

  private static BrokenLink broken(AgentName agent, String what, String expected, String found) {
    return new BrokenLink(VerificationStep.V4, what, expected, found, AgentLink.hint(agent));
  }
}
