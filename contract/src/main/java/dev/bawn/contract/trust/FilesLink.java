package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.util.SortedSet;

/**
 * V6: the policy directory has the files that the manifest names, with these contents, and nothing
 * else.
 */
final class FilesLink {

  private FilesLink() {}

  static Finding check(Manifest manifest, SealedFiles files) {
    SortedSet<String> found;
    try {
      files.listing().problem().ifPresent(problem -> notRoots(manifest, problem));
      found = files.listing().paths();
      for (String path : found) {
        if (!manifest.files().containsKey(path)) {
          throw broken(
              manifest,
              "the policy has a file that root did not sign: " + path,
              "no such file",
              path);
        }
      }
      for (var sealed : manifest.files().entrySet()) {
        if (!found.contains(sealed.getKey())) {
          throw broken(
              manifest, "a signed file is missing: " + sealed.getKey(), sealed.getKey(), "nothing");
        }
        compare(manifest, files, sealed.getKey(), sealed.getValue());
      }
    } catch (IOException e) {
      throw broken(manifest, "a signed file cannot be read", "readable files", Failed.of(e).what());
    }
    return new Finding(
        VerificationStep.V6, Finding.Strength.HOLDS, found.size() + " signed files are unchanged");
  }

  private static void compare(Manifest manifest, SealedFiles files, String path, Sha256 sealed)
      throws IOException {
    Sha256 found = files.content(path).sha256();
    if (!found.equals(sealed)) {
      throw broken(manifest, "a signed file was changed: " + path, sealed.hex(), found.hex());
    }
  }

  private static void notRoots(Manifest manifest, RootOwned.Problem problem) {
    throw broken(
        manifest,
        "a signed file is not safe: " + problem.sentence(),
        problem.rule(),
        problem.found());
  }

  private static BrokenLink broken(Manifest manifest, String what, String expected, String found) {
    return new BrokenLink(
        VerificationStep.V6,
        what,
        expected,
        found,
        "run: sudo bawn-admin reseal " + manifest.agent());
  }
}
