package dev.bawn.contract.trust;

import dev.bawn.contract.layout.SystemLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of AppArmor in the kernel, readable for all users: under {@code
 * /sys/kernel/security/apparmor/policy/profiles/NAME.N/} it publishes the policies that it loaded.
 */
public final class KernelPolicies {

  private final Path enabled;
  private final Path profiles;

  /**
   * @param layout with {@code /sys}
   */
  public KernelPolicies(SystemLayout layout) {
    this.enabled = layout.at("sys/module/apparmor/parameters/enabled");
    this.profiles = layout.at("sys/kernel/security/apparmor/policy/profiles");
  }

  /** Tells whether this kernel enforces AppArmor policies. */
  public boolean hasAppArmor() {
    try {
      return firstLine(enabled).equals("Y");
    } catch (IOException e) {
      return false;
    }
  }

  /** The directory in which the kernel publishes them. */
  public Path directory() {
    return profiles;
  }

  /**
   * Finds one policy. The name of its directory has a number that changes, so its file {@code name}
   * identifies it.
   *
   * @param profile its name, for example {@code bawn.a.noir}
   * @return empty if it is not loaded
   * @throws IOException if the directory cannot be read, for example because securityfs is not
   *     mounted
   */
  public Optional<LoadedPolicy> loaded(String profile) throws IOException {
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(profiles, profile + ".*")) {
      for (Path candidate : candidates) {
        if (firstLine(candidate.resolve("name")).equals(profile)) {
          return Optional.of(
              new LoadedPolicy(
                  firstLine(candidate.resolve("mode")),
                  published(candidate.resolve("raw_sha256")),
                  published(candidate.resolve("raw_sha1"))));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The modes of all loaded policies, by name, with one reading of the directory.
   *
   * @param prefix of their names
   * @throws IOException as {@link #loaded}
   */
  public Map<String, String> modes(String prefix) throws IOException {
    Map<String, String> modes = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(profiles)) {
      for (Path each : all) {
        if (each.getFileName().toString().startsWith(prefix)) {
          modes.put(firstLine(each.resolve("name")), firstLine(each.resolve("mode")));
        }
      }
    }
    return modes;
  }

  private static Optional<String> published(Path file) throws IOException {
    return Files.exists(file) ? Optional.of(firstLine(file)) : Optional.empty();
  }

  /** The first line of a file: some files of this file system block at their end. */
  private static String firstLine(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      String line = reader.readLine();
      return line == null ? "" : line.strip();
    }
  }
}
