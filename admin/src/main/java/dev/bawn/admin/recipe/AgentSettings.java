package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings for agent tools that stand, read-only, at the project's {@code .claude}: they deny what
 * the sandbox refuses anyway, so that the tool says so at once instead of trying.
 */
public final class AgentSettings {

  /** The directory below the sealed directory that is shown as {@code .claude}. */
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

  /** Of an agent that has a repository to write to. */
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

  /** Path below the sealed directory, content. */
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
