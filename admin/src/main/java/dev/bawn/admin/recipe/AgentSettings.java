package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of agent tools, mounted read-only at the project's {@code .claude}. They deny what the
 * sandbox refuses anyway, so that the tool reports it at once instead of trying.
 */
public final class AgentSettings {

  /** The directory in the policy directory that is mounted at {@code .claude}. */
  public static final String DIRECTORY = "settings";

  private static final String CLAUDE =
      """
      {
        "permissions": {
          "deny": [
            "Bash(git add:*)",
            "Bash(git commit:*)",
            "Bash(git push:*)",
            "Bash(git checkout:*)",
            "Bash(git reset:*)",
            "Bash(git rebase:*)",
            "Bash(git merge:*)",
            "Bash(git stash:*)",
            "Bash(git config:*)"
          ]
        }
      }
      """;

  /** The settings for an agent with a writable repository. */
  private static final String CLAUDE_WITH_GIT =
      """
      {
        "permissions": {
          "deny": [
            "Bash(git push:*)"
          ]
        }
      }
      """;

  private AgentSettings() {}

  /** Returns the contents by path in the policy directory. */
  public static SortedMap<String, byte[]> files(Manifest manifest) {
    boolean commits =
        manifest.assignments().stream()
            .anyMatch(each -> each.hasGit() && each.workspace() == Workspace.OVERLAY);
    String claude = commits ? CLAUDE_WITH_GIT : CLAUDE;
    SortedMap<String, byte[]> files = new TreeMap<>();
    files.put(DIRECTORY + "/settings.json", claude.getBytes(StandardCharsets.UTF_8));
    return files;
  }
}
