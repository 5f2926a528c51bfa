package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ManifestFile;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;

/** V4: the manifest makes sense, names this agent, and its ids are the account's. */
final class ManifestLink {

  private final Layout layout;

  ManifestLink(Layout layout) {
    this.layout = layout;
  }

  Manifest check(AgentName agent, byte[] bytes) {
    Manifest manifest = parse(agent, bytes);
    if (!manifest.agent().equals(agent)) {
      throw broken(
          agent, "the manifest is another agent's", agent.toString(), manifest.agent().toString());
    }
    String expected = manifest.uid() + ":" + manifest.gid();
    String found = account(agent).orElse("no such account");
    if (!found.equals(expected)) {
      throw broken(
          agent,
          "the account of " + agent + " is not the one that was sealed",
          "ids " + expected,
          found);
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

  /**
   * Read from the file, not from NSS: an agent's account is always a local one, and no module is
   * asked.
   */
  private Optional<String> account(AgentName agent) {
    String start = agent + ":";
    try {
      // ISO 8859-1 reads any byte; other accounts' comments need not be UTF-8
      return Files.readAllLines(layout.passwd(), StandardCharsets.ISO_8859_1).stream()
          .filter(line -> line.startsWith(start))
          .map(line -> line.split(":", -1))
          .filter(fields -> fields.length == 7)
          .map(fields -> String.join(":", Arrays.asList(fields).subList(2, 4)))
          .findFirst();
    } catch (IOException e) {
      throw broken(agent, "cannot read " + layout.passwd(), "a readable file", e.toString());
    }
  }

  private static BrokenLink broken(AgentName agent, String what, String expected, String found) {
    return new BrokenLink(Step.V4, what, expected, found, "run: sudo bawn-admin verify " + agent);
  }
}
