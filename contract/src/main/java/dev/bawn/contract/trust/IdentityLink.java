package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * V6, too: the files of an agent's key for commits are the ones that root signed, and only the
 * agent and root can read the key. An operator cannot read it, so {@code enter} compares it at each
 * start with the rights of the agent.
 */
public final class IdentityLink {

  private static final int MODE = 07777;
  private static final int READABLE_BY_GROUP = 0640;

  private final SystemLayout layout;
  private final RootOwned rootOwned;

  /**
   * @param layout with the keys
   * @param rootOwned decides whether a path belongs to root
   */
  public IdentityLink(SystemLayout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  /**
   * Verifies the files of an agent's key, if it has one.
   *
   * @throws BrokenLink if a file differs
   */
  void check(Manifest manifest) {
    if (manifest.identity().isPresent()) {
      Path directory = layout.identity(manifest.agent());
      SortedMap<String, Sha256> expected = digests(manifest.identity().get());
      try {
        requireNames(manifest, directory, expected);
        requirePrivate(manifest, directory.resolve(CommitSigning.KEY));
        for (var file : expected.entrySet()) {
          requireSame(manifest, directory.resolve(file.getKey()), file.getValue());
        }
      } catch (IOException e) {
        throw broken(manifest, "its files cannot be read", "readable files", Failed.of(e).what());
      }
    }
  }

  /** Tells whether an agent has a key and its files are the ones that root signed. */
  public boolean isIntact(Manifest manifest) {
    try {
      check(manifest);
      return manifest.identity().isPresent();
    } catch (BrokenLink broken) {
      return false;
    }
  }

  private static SortedMap<String, Sha256> digests(AgentIdentity identity) {
    SortedMap<String, Sha256> digests = new TreeMap<>();
    identity.shownFiles().forEach((name, content) -> digests.put(name, Sha256.of(content)));
    digests.put(CommitSigning.KEY, identity.key());
    return digests;
  }

  private void requireNames(Manifest manifest, Path directory, SortedMap<String, Sha256> expected)
      throws IOException {
    requireRoots(manifest, directory);
    SortedSet<String> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        found.add(file.getFileName().toString());
      }
    }
    for (String name : expected.keySet()) {
      if (!found.contains(name)) {
        throw broken(manifest, directory.resolve(name) + " is missing", name, "nothing");
      }
      requireRoots(manifest, directory.resolve(name));
    }
    found.removeAll(expected.keySet());
    if (!found.isEmpty()) {
      String name = found.getFirst();
      throw broken(manifest, directory.resolve(name) + " was not signed", "no such file", name);
    }
  }

  private void requireRoots(Manifest manifest, Path path) {
    rootOwned
        .problem(path)
        .ifPresent(problem -> {
          throw broken(manifest, problem.sentence(), problem.rule(), problem.found());
        });
  }

  private void requirePrivate(Manifest manifest, Path key) throws IOException {
    Map<String, Object> found =
        Files.readAttributes(key, "unix:gid,mode", LinkOption.NOFOLLOW_LINKS);
    String expected = shown(manifest.gid().number(), READABLE_BY_GROUP);
    String actual = shown((Integer) found.get("gid"), (Integer) found.get("mode") & MODE);
    if (!actual.equals(expected)) {
      throw broken(manifest, key + " has " + actual + " instead of " + expected, expected, actual);
    }
  }

  private static String shown(int gid, int mode) {
    return String.format("gid %d and mode %04o", gid, mode);
  }

  private static void requireSame(Manifest manifest, Path file, Sha256 expected)
      throws IOException {
    try {
      Sha256 found = Sha256.of(Files.readAllBytes(file));
      if (!found.equals(expected)) {
        throw broken(manifest, file + " changed since it was signed", expected.hex(), found.hex());
      }
    } catch (AccessDeniedException e) {
      // the key, which an operator cannot read
      if (!file.endsWith(CommitSigning.KEY)) {
        throw e;
      }
    }
  }

  private static BrokenLink broken(Manifest manifest, String what, String expected, String found) {
    return new BrokenLink(
        VerificationStep.V6,
        "the key with which " + manifest.agent() + " signs commits: " + what,
        expected,
        found,
        "to make a new key: sudo bawn-admin reseal " + manifest.agent() + " --identity");
  }
}
