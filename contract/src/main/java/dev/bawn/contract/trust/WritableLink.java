package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.LandlockRuleset;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.contract.sandbox.WritablePlaces;
import dev.bawn.contract.tool.ToolDefinitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/**
 * V12: the signed list of directories that a session can write, and in which it executes files, is
 * the one that follows from the policy and from the definitions of its tools. A start leaves this
 * out: the list is signed (V6).
 */
final class WritableLink {

  private final SystemLayout layout;
  private final ToolDefinitions definitions;

  WritableLink(SystemLayout layout, ToolDefinitions definitions) {
    this.layout = layout;
    this.definitions = definitions;
  }

  Finding check(
      Manifest manifest, Assignment assignment, Generation generation, SealedFiles files) {
    String name = Generation.writableName(assignment.id());
    List<String> expected = lines(computed(manifest, assignment, generation));
    List<String> found = signed(name, manifest, files);
    if (!expected.equals(found)) {
      Iterator<String> signed = found.iterator();
      for (String line : expected) {
        String other = signed.hasNext() ? signed.next() : "nothing";
        if (!line.equals(other)) {
          throw different(name, line, other, manifest);
        }
      }
      throw different(name, "nothing more", signed.next(), manifest);
    }
    String sentence =
        assignment.id()
            + ": the list of writable directories matches the policy; Landlock: "
            + LandlockRuleset.on(layout).sentence();
    return LandlockScopes.of(layout)
        .gap(manifest)
        .map(gap ->
            new Finding(
                VerificationStep.V12,
                Finding.Strength.WEAK,
                sentence + "; the agent executes " + gap))
        .orElseGet(() -> new Finding(VerificationStep.V12, Finding.Strength.HOLDS, sentence));
  }

  private byte[] computed(Manifest manifest, Assignment assignment, Generation generation) {
    try {
      return WritablePlaces.of(
              layout, generation, manifest, assignment, definitions.unpacks(manifest.tools()))
          .write();
    } catch (Refused refused) {
      throw new BrokenLink(
          VerificationStep.V12,
          refused.what(),
          "a definition that root wrote",
          "one that is refused",
          refused.hint());
    }
  }

  private static List<String> signed(String name, Manifest manifest, SealedFiles files) {
    try {
      return manifest.files().containsKey(name) ? lines(files.content(name).bytes()) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<String> lines(byte[] list) {
    return new String(list, StandardCharsets.UTF_8).lines().toList();
  }

  private static BrokenLink different(
      String name, String expected, String found, Manifest manifest) {
    return new BrokenLink(
        VerificationStep.V12,
        name + " differs from the list that the policy requires",
        expected,
        found,
        "run: sudo bawn-admin reseal " + manifest.agent());
  }
}
