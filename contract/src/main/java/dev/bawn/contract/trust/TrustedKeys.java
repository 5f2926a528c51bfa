package dev.bawn.contract.trust;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.seal.PublicKey;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** V1: the trusted public keys. Root owns each file and all its parent directories. */
public final class TrustedKeys {

  private static final String SUFFIX = ".pub";
  private static final String HINT = "run: sudo bawn-admin init";

  private final SortedMap<String, PublicKey> keys;

  private TrustedKeys(SortedMap<String, PublicKey> keys) {
    this.keys = keys;
  }

  /**
   * Reads all keys.
   *
   * @throws BrokenLink if one does not belong to root or is no key, or there is none
   */
  public static TrustedKeys read(SystemLayout layout, RootOwned rootOwned) {
    Path directory = layout.trusted();
    rootOwned.problem(directory).ifPresent(TrustedKeys::notRoots);
    SortedMap<String, PublicKey> keys = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (isBeingWritten(file)) {
          continue;
        }
        rootOwned.problem(file).ifPresent(TrustedKeys::notRoots);
        PublicKey key =
            PublicKey.read(
                file + " is not a minisign file",
                "remove it, if it is not the key of another machine: sudo rm " + file,
                Files.readAllBytes(file));
        requireName(file, key);
        keys.put(key.id().text(), key);
      }
    } catch (Refused e) {
      throw new BrokenLink(
          VerificationStep.V1, e.what(), "a minisign public key", "something else", e.hint());
    } catch (IOException e) {
      throw new BrokenLink(
          VerificationStep.V1,
          "cannot read " + directory,
          "readable keys",
          Failed.of(e).what(),
          HINT);
    }
    if (keys.isEmpty()) {
      throw new BrokenLink(
          VerificationStep.V1,
          "no key is trusted on this machine",
          "a key in " + directory,
          "none",
          HINT);
    }
    return new TrustedKeys(keys);
  }

  /** Tells whether a file is incomplete, left by a killed command of root. */
  private static boolean isBeingWritten(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  private static void requireName(Path file, PublicKey key) {
    String expected = key.id() + SUFFIX;
    String found = file.getFileName().toString();
    if (!expected.equals(found)) {
      throw new BrokenLink(
          VerificationStep.V1,
          "the name of the file " + file + " is not the ID of its key",
          expected,
          found,
          "if you trust it, rename it: sudo mv "
              + file
              + " "
              + file.resolveSibling(expected)
              + "; otherwise: sudo rm "
              + file);
    }
  }

  private static void notRoots(RootOwned.Problem problem) {
    throw new BrokenLink(
        VerificationStep.V1,
        "bawn cannot trust the directory of trusted keys: " + problem.sentence(),
        problem.rule(),
        problem.found(),
        problem.hint(HINT));
  }

  /** The key with this id, if it is trusted. */
  public Optional<PublicKey> find(KeyId id) {
    return Optional.ofNullable(keys.get(id.text()));
  }

  /** The ids of all keys, sorted. */
  public List<String> ids() {
    return List.copyOf(keys.keySet());
  }

  String describe() {
    return (keys.size() == 1 ? "one trusted key: " : keys.size() + " trusted keys: ")
        + String.join(" ", keys.keySet());
  }
}
