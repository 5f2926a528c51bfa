package dev.bawn.contract.identity;

import dev.bawn.contract.failure.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How git in a session signs each commit with a key of ssh-keygen(1): the same for the session of a
 * user and for the sessions of an agent. A session sees a directory with three files read-only.
 */
public final class CommitSigning {

  /** The path of the directory in a session. */
  public static final Path INSIDE = Path.of("/run/identity");

  /** The program that makes the key, and with which git signs. */
  public static final Path PROGRAM = Path.of("/usr/bin/ssh-keygen");

  /** The name of the Ed25519 key, which has no passphrase. */
  public static final String KEY = "key";

  /** The name of its public half. */
  public static final String PUBLIC = "key.pub";

  /** The name of the file with which git verifies signatures of the key. */
  public static final String SIGNERS = "allowed_signers";

  private CommitSigning() {}

  /** The settings with which git in the session signs each commit, see git-config(1). */
  public static String settings() {
    return "[user]\n\tsigningkey = "
        + INSIDE.resolve(KEY)
        + "\n[gpg]\n\tformat = ssh\n[gpg \"ssh\"]\n\tallowedSignersFile = "
        + INSIDE.resolve(SIGNERS)
        + "\n[commit]\n\tgpgsign = true\n";
  }

  /**
   * Requires the program.
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
   * The arguments with which the program makes a key.
   *
   * @param key the path of the new file; its public half gets a name beside it
   */
  public static List<String> arguments(Path key) {
    return List.of("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key.toString());
  }
}
