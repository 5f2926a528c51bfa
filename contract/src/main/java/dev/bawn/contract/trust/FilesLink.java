package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Step;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * V6: the sealed directory holds the files that the manifest names, with these contents, and
 * nothing else.
 */
final class FilesLink {

  private final RootOwned rootOwned;

  FilesLink(RootOwned rootOwned) {
    this.rootOwned = rootOwned;
  }

  Finding check(Manifest manifest, Generation generation) {
    SortedSet<String> found = new TreeSet<>();
    try {
      collect(manifest, generation.directory(), "", found);
      for (String path : found) {
        if (!manifest.files().containsKey(path)) {
          throw broken(
              manifest, "a file is there that was never sealed: " + path, "no such file", path);
        }
      }
      for (var sealed : manifest.files().entrySet()) {
        if (!found.contains(sealed.getKey())) {
          throw broken(
              manifest, "a sealed file is missing: " + sealed.getKey(), sealed.getKey(), "nothing");
        }
        compare(manifest, generation, sealed.getKey(), sealed.getValue());
      }
    } catch (IOException e) {
      throw broken(manifest, "a sealed file cannot be read", "readable files", e.toString());
    }
    return new Finding(
        Step.V6, Finding.Strength.HOLDS, found.size() + " sealed files are unchanged");
  }

  /**
   * Regular files below a directory, less the two of the seal itself and the links of {@code bin/}
   * (V7). All of them must be root's: whoever can write the manifest could put an older one back
   * between two looks at it.
   */
  private void collect(Manifest manifest, Path directory, String prefix, SortedSet<String> found)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        String name = prefix + entry.getFileName();
        rootOwned.problem(entry).ifPresent(problem -> notRoots(manifest, problem));
        if (name.equals(Generation.MANIFEST)
            || name.equals(Generation.SEAL)
            || name.equals(Generation.BIN)) {
          continue;
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          collect(manifest, entry, name + "/", found);
        } else {
          found.add(name);
        }
      }
    }
  }

  private static void compare(Manifest manifest, Generation generation, String path, Sha256 sealed)
      throws IOException {
    Sha256 found = Sha256.of(Files.readAllBytes(generation.directory().resolve(path)));
    if (!found.equals(sealed)) {
      throw broken(manifest, "a sealed file was changed: " + path, sealed.hex(), found.hex());
    }
  }

  private static void notRoots(Manifest manifest, RootOwned.Problem problem) {
    throw broken(
        manifest,
        "a sealed file is not root's alone: " + problem.sentence(),
        problem.rule(),
        problem.found());
  }

  private static BrokenLink broken(Manifest manifest, String what, String expected, String found) {
    return new BrokenLink(
        Step.V6, what, expected, found, "run: sudo bawn-admin reseal " + manifest.agent());
  }
}
