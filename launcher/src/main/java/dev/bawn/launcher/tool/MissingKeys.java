package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.tool.ToolKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * API keys that a tool needs and does not get.
 *
 * @param tool that needs them
 * @param lists alternatives, each a list of missing keys; not empty
 * @param logsIn whether the tool can also use a login, for which it asks the user itself
 */
public record MissingKeys(CommandName tool, List<List<KeyName>> lists, boolean logsIn) {

  public MissingKeys {
    lists = lists.stream().map(List::copyOf).toList();
  }

  /**
   * The missing keys of a tool.
   *
   * @param keys in its definition
   * @param isSet whether a key is set
   */
  public static Optional<MissingKeys> of(
      CommandName tool, ToolKeys keys, Predicate<KeyName> isSet) {
    List<List<KeyName>> lists = keys.missing(isSet);
    return lists.isEmpty()
        ? Optional.empty()
        : Optional.of(new MissingKeys(tool, lists, !keys.login().isNone()));
  }

  /** The hint before the start of a tool that can log in itself. */
  public String sentence() {
    return tool + " has no API key, so it asks you to log in, unless it has a login; " + remedy();
  }

  /** The refusal of a tool that cannot work without its keys. */
  public NotFound refusal() {
    List<String> needed = new ArrayList<>();
    for (List<KeyName> list : lists) {
      needed.add(String.join(" or ", list.stream().map(KeyName::text).toList()));
    }
    return new NotFound(
        tool + " needs a key that you do not have: " + String.join(", and ", needed), remedy());
  }

  private String remedy() {
    List<String> commands = new ArrayList<>();
    for (List<KeyName> list : lists) {
      commands.add("bawn env set " + list.getFirst());
    }
    return "to set a key: "
        + String.join(" && ", commands)
        + (lists.stream().anyMatch(list -> list.size() > 1) ? " (others: bawn env list)" : "");
  }
}
