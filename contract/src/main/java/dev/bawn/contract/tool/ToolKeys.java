package dev.bawn.contract.tool;

import dev.bawn.contract.agent.KeyName;
import java.util.List;
import java.util.function.Predicate;

/**
 * The API keys with which a tool uses its service.
 *
 * @param names variables that contain keys for it, or say where its service is
 * @param needs one of each of these lists must be set, unless there is a login
 * @param login the alternative: the files of a login
 */
public record ToolKeys(List<KeyName> names, List<List<KeyName>> needs, ToolLogin login) {

  /**
   * @throws IllegalArgumentException if a needed name is not among the variables
   */
  public ToolKeys {
    names = List.copyOf(names);
    needs = needs.stream().map(List::copyOf).toList();
    for (List<KeyName> group : needs) {
      if (group.isEmpty()) {
        throw new IllegalArgumentException("'needs' has a list without names");
      }
      for (KeyName name : group) {
        if (!names.contains(name)) {
          throw new IllegalArgumentException("'needs' names " + name + ", which is not in 'env'");
        }
      }
    }
  }

  /** The keys of a tool that needs none. */
  static ToolKeys none() {
    return new ToolKeys(List.of(), List.of(), ToolLogin.NONE);
  }

  /** The lists that have no name that is set. */
  public List<List<KeyName>> missing(Predicate<KeyName> isSet) {
    return needs.stream().filter(group -> group.stream().noneMatch(isSet)).toList();
  }
}
