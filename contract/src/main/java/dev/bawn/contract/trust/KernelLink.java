package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.Layout;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.bouncycastle.crypto.digests.SHA1Digest;

/**
 * V10: the kernel enforces the policy that was sealed. It publishes, readable by everyone, what it
 * loaded under {@code /sys/kernel/security/apparmor/policy/profiles/NAME.N/}: {@code name}, {@code
 * mode}, and a digest of the compiled policy, {@code raw_sha256} from Linux 6.8 on and {@code
 * raw_sha1} before.
 */
public final class KernelLink {

  /** What is said where the kernel has no AppArmor and the agent may start without. */
  public static final String NO_APPARMOR =
      "this kernel has no AppArmor: namespaces and seccomp hold, a program that the agent brings itself can run";

  private final Path enabled;
  private final Path profiles;

  /**
   * @param layout where {@code /sys} is
   */
  public KernelLink(Layout layout) {
    this.enabled = layout.at("sys/module/apparmor/parameters/enabled");
    this.profiles = layout.at("sys/kernel/security/apparmor/policy/profiles");
  }

  /** Whether this kernel enforces AppArmor policies. */
  public boolean hasAppArmor() {
    try {
      return firstLine(enabled).equals("Y");
    } catch (IOException e) {
      return false;
    }
  }

  /** Checks the loaded policy of one agent against its compiled one. */
  Finding check(Manifest manifest, Generation generation) {
    if (!hasAppArmor()) {
      if (manifest.confinement() == Confinement.REQUIRED) {
        throw broken(
            manifest,
            manifest.agent() + " must not start without AppArmor, and this kernel has none",
            "AppArmor enabled",
            "not enabled",
            "run: sudo bawn-admin doctor");
      }
      return new Finding(Step.V10, Finding.Strength.WEAK, NO_APPARMOR);
    }
    try {
      Path loaded = find(manifest);
      requireEnforced(manifest, loaded);
      return compare(manifest, loaded, Files.readAllBytes(generation.compiledProfile()));
    } catch (IOException e) {
      throw broken(
          manifest,
          "cannot see which AppArmor policy is loaded",
          "a readable " + profiles,
          e.toString(),
          "mount securityfs at /sys/kernel/security");
    }
  }

  /** Directories carry a number that changes, so the one whose {@code name} file says so is it. */
  private Path find(Manifest manifest) throws IOException {
    String name = manifest.agent().profileName();
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(profiles, name + ".*")) {
      for (Path candidate : candidates) {
        if (firstLine(candidate.resolve("name")).equals(name)) {
          return candidate;
        }
      }
    }
    throw broken(
        manifest,
        "the AppArmor profile of " + manifest.agent() + " is not loaded",
        name,
        "nothing",
        reload(manifest));
  }

  private static void requireEnforced(Manifest manifest, Path loaded) throws IOException {
    String mode = firstLine(loaded.resolve("mode"));
    if (!mode.equals("enforce")) {
      throw broken(
          manifest,
          "the AppArmor profile of " + manifest.agent() + " is not enforced",
          "mode enforce",
          "mode " + mode,
          reload(manifest));
    }
  }

  private static Finding compare(Manifest manifest, Path loaded, byte[] compiled)
      throws IOException {
    Optional<String> sha256 = published(loaded.resolve("raw_sha256"));
    if (sha256.isPresent()) {
      requireEqual(manifest, Sha256.of(compiled).hex(), sha256.get());
      return new Finding(
          Step.V10, Finding.Strength.HOLDS, "the kernel enforces exactly the sealed policy");
    }
    Optional<String> sha1 = published(loaded.resolve("raw_sha1"));
    if (sha1.isPresent()) {
      requireEqual(manifest, sha1Of(compiled), sha1.get());
      return new Finding(
          Step.V10,
          Finding.Strength.WEAK,
          "the kernel enforces the sealed policy, as far as SHA-1 can tell");
    }
    return new Finding(
        Step.V10,
        Finding.Strength.WEAK,
        "the kernel enforces a policy of that name, and publishes no digest of it");
  }

  private static void requireEqual(Manifest manifest, String expected, String found) {
    if (!expected.equals(found)) {
      throw broken(
          manifest,
          "the kernel enforces another policy for " + manifest.agent() + " than the sealed one",
          expected,
          found,
          reload(manifest));
    }
  }

  private static Optional<String> published(Path file) throws IOException {
    return Files.exists(file) ? Optional.of(firstLine(file)) : Optional.empty();
  }

  /** One line only: some files of this file system block at their end. */
  private static String firstLine(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      String line = reader.readLine();
      return line == null ? "" : line.strip();
    }
  }

  private static String sha1Of(byte[] bytes) {
    SHA1Digest sha1 = new SHA1Digest();
    sha1.update(bytes, 0, bytes.length);
    byte[] digest = new byte[sha1.getDigestSize()];
    sha1.doFinal(digest, 0);
    return HexFormat.of().formatHex(digest);
  }

  private static String reload(Manifest manifest) {
    return "run: sudo bawn-admin reseal " + manifest.agent();
  }

  private static BrokenLink broken(
      Manifest manifest, String what, String expected, String found, String mend) {
    return new BrokenLink(Step.V10, what, expected, found, mend);
  }
}
