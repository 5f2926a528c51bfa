package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The presence of AppArmor in the running kernel, which no parameter can add. */
public enum BuiltIn {
  YES,
  NO,
  /** The kernel's configuration was not found. */
  UNKNOWN;

  private static final String SET = "CONFIG_SECURITY_APPARMOR=y";

  /** Reads the configuration that distributions install beside a kernel, or that a kernel has. */
  static BuiltIn find(SystemLayout layout) {
    try {
      String release = Files.readString(layout.at("proc/sys/kernel/osrelease")).strip();
      for (String place : List.of("boot/config-" + release, "lib/modules/" + release + "/config")) {
        Path config = layout.at(place).normalize();
        if (Files.isReadable(config)) {
          try (InputStream in = Files.newInputStream(config)) {
            return says(in);
          }
        }
      }
      Path ofRunning = layout.at("proc/config.gz");
      if (Files.isReadable(ofRunning)) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(ofRunning))) {
          return says(in);
        }
      }
      return UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static BuiltIn says(InputStream config) {
    return new BufferedReader(new InputStreamReader(config, StandardCharsets.ISO_8859_1))
            .lines()
            .anyMatch(SET::equals)
        ? YES
        : NO;
  }
}
