package dev.bawn.launcher.identity;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The directory {@code identity} of a session, which the session sees read-only: {@code key}, an
 * Ed25519 key of ssh-keygen(1) without a passphrase, {@code key.pub}, and {@code allowed_signers},
 * with which git verifies signatures of the key.
 */
public final class SessionIdentity {

  /** The path of the directory in a session. */
  public static final Path INSIDE = Path.of("/run/identity");

  private static final Path PROGRAM = Path.of("/usr/bin/ssh-keygen");
  private static final String KEY = "key";
  private static final String PUBLIC = "key.pub";
  private static final String SIGNERS = "allowed_signers";

  private SessionIdentity() {}

  /** The directory on the host, in the one of a session. */
  public static Path directory(Path session) {
    return session.resolve("identity");
  }

  /** The settings with which git in the session signs each commit, see git-config(1). */
  public static String settings() {
    return "[user]\n\tsigningkey = "
        + INSIDE.resolve(KEY)
        + "\n[gpg]\n\tformat = ssh\n[gpg \"ssh\"]\n\tallowedSignersFile = "
        + INSIDE.resolve(SIGNERS)
        + "\n[commit]\n\tgpgsign = true\n";
  }

  /**
   * Requires the program that makes the key, and with which git in the session signs.
   *
   * @throws Refused if it is not installed
   */
  public static void requireProgram() {
    if (!Files.isExecutable(PROGRAM)) {
      throw new Refused(
          "ssh-keygen is not installed, and git signs commits with it",
          "install the package openssh-client (Fedora, Arch: openssh), or leave out --identity");
    }
  }

  /**
   * The public half of a session's key; empty if the session has no key.
   *
   * @param session its directory
   */
  public static Optional<PublicIdentity> of(Path session) {
    return PublicIdentity.of(SessionFile.line(directory(session).resolve(PUBLIC)));
  }

  /**
   * Makes the key if it does not exist. The directory is complete when it gets its name, and two
   * simultaneous starts make one key.
   *
   * @param directory its path
   */
  public static void make(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path made = directory.resolveSibling(".identity." + ProcessHandle.current().pid());
    TreeRemoval.remove(made);
    Files.createDirectory(
        made, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      generate(made.resolve(KEY));
      PublicIdentity key =
          PublicIdentity.of(SessionFile.line(made.resolve(PUBLIC)))
              .orElseThrow(() -> new IOException(PROGRAM + " made no Ed25519 key"));
      Files.writeString(made.resolve(SIGNERS), key.signer());
      Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
    } finally {
      TreeRemoval.remove(made);
    }
  }

  private static void generate(Path key) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                PROGRAM.toString(), "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key.toString())
            .redirectErrorStream(true);
    builder.environment().clear();
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("ssh-keygen: " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
