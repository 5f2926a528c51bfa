package dev.bawn.admin.account;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.List;

/**
 * The text of {@code /etc/sudoers.d/bawn}, see sudoers(5): an exact line for each operator and
 * agent, no aliases, no wildcards, only settings that sudo and sudo-rs both take. An operator is
 * named by number, so that no account of the same name inherits it.
 */
final class Sudoers {

  /** Variables of a terminal that tools inside need, and keys that tools of agents read. */
  private static final String KEPT =
      "TERM COLORTERM NO_COLOR ANTHROPIC_API_KEY OPENAI_API_KEY GEMINI_API_KEY GOOGLE_API_KEY OPENROUTER_API_KEY";

  private final Path enter;
  private final Path admin;

  /**
   * @param enter the entry point
   * @param admin the program bawn-admin
   */
  Sudoers(Path enter, Path admin) {
    this.enter = enter;
    this.admin = admin;
  }

  String text(List<Manifest> manifests) {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Made by bawn-admin from sealed manifests. Changes are lost at its next command.\n");
    String scope = "Defaults!" + enter + " ";
    text.append(scope).append("use_pty, env_reset, secure_path=\"/usr/bin\"\n");
    text.append(scope).append("env_keep=\"").append(KEPT).append("\"\n");
    for (Manifest manifest : manifests) {
      for (Uid operator : manifest.operators()) {
        starts(text, operator, manifest);
      }
    }
    return text.toString();
  }

  private void starts(StringBuilder text, Uid operator, Manifest manifest) {
    String who = "#" + operator + " ALL=(";
    text.append(who).append(manifest.agent()).append(") NOPASSWD: ").append(enter).append('\n');
    for (Assignment assignment : manifest.assignments()) {
      text.append(who)
          .append("root) NOPASSWD: ")
          .append(admin)
          .append(" sync ")
          .append(manifest.agent())
          .append(' ')
          .append(assignment.id())
          .append('\n');
    }
  }
}
