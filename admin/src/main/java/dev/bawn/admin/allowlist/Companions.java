package dev.bawn.admin.allowlist;

import dev.bawn.contract.agent.CommandName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands that another command starts by name and is hardly useful without. They are not allowed
 * with it: a message tells root, who decides.
 */
public final class Companions {

  /** The compiler driver finds its own parts below /usr/lib and /usr/libexec, but not these. */
  private static final Map<String, List<String>> STARTS =
      Map.of(
          "gcc", List.of("as", "ld"),
          "cc", List.of("as", "ld"),
          "g++", List.of("as", "ld"),
          "c++", List.of("as", "ld"));

  private Companions() {}

  /** Returns the commands that a command starts and that are not allowed. */
  public static List<String> lacking(CommandName command, Set<CommandName> allowed) {
    return STARTS.getOrDefault(command.text(), List.of()).stream()
        .filter(name -> !allowed.contains(CommandName.of(name)))
        .toList();
  }
}
