package dev.bawn.launcher.machine;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bubblewrap of this machine.
 *
 * @param program its path
 */
public record Bubblewrap(Path program) {

  /** An option of version 0.10, which a security update added to 0.8 of Debian 12. */
  private static final String MOUNTS_DESCRIPTORS = "--bind-fd";

  /**
   * Verifies bubblewrap. Its options are searched in the bytes of the program; a call for its
   * version would cost a launch one more process.
   *
   * @throws Refused if it is missing, too old, or writable for another user
   */
  static Bubblewrap of(Installation installation, RootOwned rootOwned) {
    Path program = installation.bubblewrap();
    try {
      if (!Files.exists(program)) {
        throw new Refused(
            "bubblewrap is not installed, and bawn starts no session without it",
            "install the package bubblewrap");
      }
      rootOwned
          .problem(program)
          .ifPresent(problem -> {
            throw new Refused(
                "bubblewrap cannot be trusted: " + problem.sentence(),
                problem.hint("install the package bubblewrap again"));
          });
      if (installation.bubblewrapIsPrivileged()) {
        throw new Refused(
            program + " is setuid, which gives every user of this machine a privileged program",
            "run: sudo chmod 0755 " + program);
      }
      // one character for each byte: nothing is decoded, and the search is an intrinsic of the JVM
      String bytes = new String(Files.readAllBytes(program), StandardCharsets.ISO_8859_1);
      if (!bytes.contains(Installation.NEEDED_OPTION) || !bytes.contains(MOUNTS_DESCRIPTORS)) {
        throw new Refused(
            "this bubblewrap is too old: it does not know " + MOUNTS_DESCRIPTORS,
            "update the package bubblewrap to 0.10 or later (Debian 12: 0.8.0-2+deb12u1)");
      }
      return new Bubblewrap(program);
    } catch (IOException e) {
      throw new Refused(program + " cannot be read", "install the package bubblewrap again");
    }
  }
}
