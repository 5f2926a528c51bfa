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
 * Writes the sudoers file, after visudo(8) has accepted it: sudo refuses everything if one of its
 * files is broken.
 */
public final class SudoersFile {

  private final SystemLayout layout;
  private final Sudoers sudoers;

  /**
   * @param layout with the file and the directory where it is checked
   * @param library the directory {@code lib/bawn}, which contains the entry point
   */
  public SudoersFile(SystemLayout layout, Path library) {
    this.layout = layout;
    Installation installation = Installation.in(library);
    this.sudoers = new Sudoers(installation.enter(), installation.admin());
  }

  /** Writes the rules for the operators of these policies, unless the file has them already. */
  public void write(List<Manifest> manifests) throws IOException {
    if (!says(manifests)) {
      byte[] text = bytes(manifests);
      check(text);
      AtomicFile.replace(layout.sudoers(), text, "r--r-----");
    }
  }

  /** Tells whether the file has exactly the rules for these policies. */
  public boolean says(List<Manifest> manifests) throws IOException {
    Path file = layout.sudoers();
    return Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes(manifests));
  }

  private byte[] bytes(List<Manifest> manifests) {
    return text(manifests).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the rules that let exactly the operators of these policies start agents. */
  public String text(List<Manifest> manifests) {
    return sudoers.text(manifests);
  }

  /**
   * Checks the text in a directory that sudo does not read: in sudoers.d it would take effect
   * before the check.
   */
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
