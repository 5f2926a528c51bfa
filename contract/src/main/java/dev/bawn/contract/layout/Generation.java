package dev.bawn.contract.layout;

import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.ProjectId;
import java.nio.file.Path;

/**
 * One policy directory of an agent.
 *
 * @param directory {@code …/agents/.gen/AGENT/SERIAL}
 */
public record Generation(Path directory) {

  /** The name of the signed file. */
  public static final String MANIFEST = "manifest.toml";

  /** The name of its signature. */
  public static final String SEAL = "manifest.toml.minisig";

  /** The name of the directory of links to commands. */
  public static final String BIN = "bin";

  /** The name of the compiled AppArmor policy. */
  public static final String COMPILED_PROFILE = "profile.bin";

  /**
   * The name of the file with the operators' uids, which {@code enter} reads, as in the manifest.
   */
  public static final String OPERATORS = "operators";

  /**
   * The name of the file that selects the seccomp filter with which {@code enter} starts sessions.
   */
  public static final String FILTER = "filter";

  /** The signed file. */
  public Path manifest() {
    return directory.resolve(MANIFEST);
  }

  /** Its signature. */
  public Path seal() {
    return directory.resolve(SEAL);
  }

  /** The agent's whole PATH. */
  public Path bin() {
    return directory.resolve(BIN);
  }

  /** The sandbox of a session on this project. */
  public Path recipe(ProjectId project) {
    return directory.resolve(recipeName(project));
  }

  /** {@link #recipe} below the directory, as the manifest lists it. */
  public static String recipeName(ProjectId project) {
    return "recipe/" + project + ".args";
  }

  /**
   * The list of directories that a session on this project can write, below the policy directory.
   */
  public static String writableName(ProjectId project) {
    return "recipe/" + project + ".writable";
  }

  /** The list of the programs in /usr/bin of sessions. */
  public Path programs() {
    return directory.resolve(ProgramList.FILE);
  }

  /** The text of the AppArmor profile. */
  public Path profileText() {
    return directory.resolve("profile");
  }

  /** The policy that the kernel loads. */
  public Path compiledProfile() {
    return directory.resolve(COMPILED_PROFILE);
  }

  /** The limits: one line with arguments of prlimit(1). */
  public Path limits() {
    return directory.resolve("limits");
  }

  /** The generated passwd, group, hosts, nsswitch.conf of its sessions. */
  public Path etc() {
    return directory.resolve("etc");
  }
}
