package dev.bawn.launcher.identity;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The directory {@code identity} of a session, which the session sees read-only, with the files of
 * {@link CommitSigning}.
 */
public final class SessionIdentity {

  private SessionIdentity() {}

  /** The directory on the host, in the one of a session. */
  public static Path directory(Path session) {
    return session.resolve("identity");
  }

  /**
   * The public half of a session's key; empty if the session has no key.
   *
   * @param session its directory
   */
  public static Optional<PublicIdentity> of(Path session) {
    return PublicIdentity.of(SessionFile.line(directory(session).resolve(CommitSigning.PUBLIC)));
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
      generate(made.resolve(CommitSigning.KEY));
      PublicIdentity key =
          PublicIdentity.of(SessionFile.line(made.resolve(CommitSigning.PUBLIC)))
              .orElseThrow(() -> new IOException(CommitSigning.PROGRAM + " made no Ed25519 key"));
      Files.writeString(made.resolve(CommitSigning.SIGNERS), key.signer());
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
    List<String> command = new ArrayList<>();
    command.add(CommitSigning.PROGRAM.toString());
    command.addAll(CommitSigning.arguments(key));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("ssh-keygen: " + said.strip());
      }
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
