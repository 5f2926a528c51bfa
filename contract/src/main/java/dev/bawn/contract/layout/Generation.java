package dev.bawn.contract.layout;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.ProjectId;
import java.nio.file.Path;

/**
 * One sealed state of an agent.
 *
 * @param directory {@code …/agents/.gen/AGENT/SERIAL}
 */
public record Generation(Path directory) {

  /** Name of the file that is sealed. */
  public static final String MANIFEST = "manifest.toml";

  /** Name of its seal. */
  public static final String SEAL = "manifest.toml.minisig";

  /** Name of the directory of links to commands. */
  public static final String BIN = "bin";

  /** Name of the compiled AppArmor policy. */
  public static final String COMPILED_PROFILE = "profile.bin";

  /** Name of the line of uids that {@code enter} lets in, as the manifest has them. */
  public static final String OPERATORS = "operators";

  /** Name of the file that says under which seccomp filter {@code enter} starts sessions. */
  public static final String FILTER = "filter";

  /** The file that is sealed. */
  public Path manifest() {
    return directory.resolve(MANIFEST);
  }

  /** Its seal. */
  public Path seal() {
    return directory.resolve(SEAL);
  }

  /** The agent's whole PATH. */
  public Path bin() {
    return directory.resolve(BIN);
  }

  /** The link of one command. */
  public Path command(CommandName name) {
    return bin().resolve(name.text());
  }

  /** The sandbox of a session on this project. */
  public Path recipe(ProjectId project) {
    return directory.resolve(recipeName(project));
  }

  /** {@link #recipe} below the directory, as the manifest lists it. */
  public static String recipeName(ProjectId project) {
    return "recipe/" + project + ".args";
  }

  /** The list of what a session on this project can write, below the directory. */
  public static String writableName(ProjectId project) {
    return "recipe/" + project + ".writable";
  }

  /** The list of what sessions have in /usr/bin. */
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

  /** One line of words, such as prlimit(1) takes. */
  public Path limits() {
    return directory.resolve("limits");
  }

  /** Generated passwd, group, hosts, nsswitch.conf of its sessions. */
  public Path etc() {
    return directory.resolve("etc");
  }
}
