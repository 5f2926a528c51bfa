package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the generated sudoers file in place, and only one that visudo(8) takes: a broken one would
 * close sudo.
 */
public final class SudoersFile {

  private final SystemLayout layout;
  private final Sudoers sudoers;

  /**
   * @param layout where the file and the candidate beside our state lie
   * @param library the directory {@code lib/bawn}, which has the entry point
   */
  public SudoersFile(SystemLayout layout, Path library) {
    this.layout = layout;
    Installation installation = Installation.in(library);
    this.sudoers = new Sudoers(installation.enter(), installation.admin());
  }

  /** Who may start whom from now on. Nothing is written when it says that already. */
  public void write(List<Manifest> manifests) throws IOException {
    if (!says(manifests)) {
      byte[] text = bytes(manifests);
      check(text);
      AtomicFile.replace(layout.sudoers(), text, "r--r-----");
    }
  }

  /** Whether the file is exactly what these manifests make of it. */
  public boolean says(List<Manifest> manifests) throws IOException {
    Path file = layout.sudoers();
    return Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes(manifests));
  }

  private byte[] bytes(List<Manifest> manifests) {
    return text(manifests).getBytes(StandardCharsets.UTF_8);
  }

  /** What the file has to say, so that exactly those may start agents whom these name. */
  public String text(List<Manifest> manifests) {
    return sudoers.text(manifests);
  }

  /** Checked where sudo does not look: in sudoers.d a candidate would count already. */
  private void check(byte[] text) throws IOException {
    Path candidate = layout.state().resolve("sudoers.candidate");
    AtomicFile.replace(candidate, text, "r--r-----");
    try {
      SystemProgram.Result result =
          SystemProgram.named("visudo").run("-c", "-q", "-f", candidate.toString());
      if (result.status() != 0) {
        throw new Failed(
            "visudo refuses the generated file: " + Printable.of(result.lastLine()),
            "the sudoers file is unchanged; the next bawn-admin command finishes the change");
      }
    } finally {
      Files.delete(candidate);
    }
  }
}
