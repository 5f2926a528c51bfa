package dev.bawn.admin.recipe;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings for agent tools that stand, read-only, at the project's {@code .claude}: they deny what
 * the walls refuse anyway, so that the tool says so at once instead of trying.
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

  private AgentSettings() {}

  /** Path below the sealed directory, content. */
  public static SortedMap<String, byte[]> files() {
    SortedMap<String, byte[]> files = new TreeMap<>();
    files.put(DIRECTORY + "/settings.json", CLAUDE.getBytes(StandardCharsets.UTF_8));
    return files;
  }
}
