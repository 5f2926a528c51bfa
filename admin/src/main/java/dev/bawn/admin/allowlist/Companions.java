package dev.bawn.admin.allowlist;

import dev.bawn.contract.agent.CommandName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands that another one starts by their bare names and is of little use without. They are not
 * allowed along with it: root hears of them and decides.
 */
public final class Companions {

  /** The driver of a compiler finds its own parts below /usr/lib and /usr/libexec, not these. */
  private static final Map<String, List<String>> STARTS =
      Map.of(
          "gcc", List.of("as", "ld"),
          "cc", List.of("as", "ld"),
          "g++", List.of("as", "ld"),
          "c++", List.of("as", "ld"));

  private Companions() {}

  /** What a command starts and is not among those that are allowed. */
  public static List<String> lacking(CommandName command, Set<CommandName> allowed) {
    return STARTS.getOrDefault(command.text(), List.of()).stream()
        .filter(name -> !allowed.contains(CommandName.of(name)))
        .toList();
  }
}
