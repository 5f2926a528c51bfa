package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ManifestFile;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.Step;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;

/** V4: the manifest makes sense, names this agent, and its ids are the account's. */
final class ManifestLink {

  private final Layout layout;
  private LocalAccounts accounts;

  ManifestLink(Layout layout) {
    this.layout = layout;
  }

  Manifest check(AgentName agent, byte[] bytes) {
    Manifest manifest = parse(agent, bytes);
    if (!manifest.agent().equals(agent)) {
      throw broken(
          agent, "the manifest is another agent's", agent.toString(), manifest.agent().toString());
    }
    String expected = "ids " + manifest.uid() + ":" + manifest.gid();
    String found = account(agent);
    if (!found.equals(expected)) {
      throw broken(
          agent, "the account of " + agent + " is not the one that was sealed", expected, found);
    }
    return manifest;
  }

  private static Manifest parse(AgentName agent, byte[] bytes) {
    try {
      return ManifestFile.read(bytes);
    } catch (Refused e) {
      throw broken(
          agent,
          "the manifest of " + agent + " makes no sense: " + e.what(),
          "format 1",
          "something else");
    }
  }

  private String account(AgentName agent) {
    try {
      return accounts()
          .named(agent.text())
          .map(account -> "ids " + account.uid() + ":" + account.gid())
          .orElse("no such account");
    } catch (IOException e) {
      throw broken(agent, "cannot read " + layout.passwd(), "a readable file", e.toString());
    }
  }

  /** Read once, however many agents are checked, on however many processors. */
  private synchronized LocalAccounts accounts() throws IOException {
    if (accounts == null) {
      accounts = LocalAccounts.read(layout);
    }
    return accounts;
  }

  private static BrokenLink broken(AgentName agent, String what, String expected, String found) {
    return new BrokenLink(Step.V4, what, expected, found, "run: sudo bawn-admin verify " + agent);
  }
}
