package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolLogin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The login that all of the caller's sessions of a tool share. It is a directory beside the homes:
 * in a home, a mounted file could not be renamed, and nothing is mounted below a path that a
 * session can write. Each of these sessions can read and replace the login.
 *
 * @param directory on the host
 * @param login as the definition of the tool describes it
 */
public record SharedLogin(Path directory, ToolLogin login) {

  /** The path of the directory in a session; {@code prepare-home} has it, too. */
  static final InsidePath INSIDE = new InsidePath("/run/login");

  /**
   * The value of the tool's variable. It is a directory below the shared one: a tool may create a
   * lock beside it.
   */
  static final String STORE = INSIDE.text() + "/store";

  /** The arguments by which {@code prepare-home} links the files of the login. */
  List<String> links() {
    List<String> arguments = new ArrayList<>();
    for (HomePath link : login.links()) {
      arguments.addAll(List.of("--login", link.text()));
    }
    return arguments;
  }
}
