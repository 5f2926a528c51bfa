package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The presence of AppArmor in the running kernel, which no parameter can add. */
public enum BuiltIn {
  YES,
  NO,
  /** The kernel's configuration was not found. */
  UNKNOWN;

  private static final String SET = "CONFIG_SECURITY_APPARMOR=y";

  /** Reads the configuration that distributions install beside a kernel. */
  static BuiltIn find(SystemLayout layout) {
    try {
      String release = Files.readString(layout.at("proc/sys/kernel/osrelease")).strip();
      for (String place : List.of("boot/config-" + release, "lib/modules/" + release + "/config")) {
        Path config = layout.at(place).normalize();
        if (Files.isReadable(config)) {
          return says(config);
        }
      }
      return UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static BuiltIn says(Path config) throws IOException {
    try (Stream<String> lines = Files.lines(config, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(SET::equals) ? YES : NO;
    }
  }
}
