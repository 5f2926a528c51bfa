package dev.bawn.launcher.session;

import dev.bawn.contract.agent.KeyName;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the definition of a tool wants of a session.
 *
 * @param variables that are set
 * @param keys names of variables that carry keys to it
 * @param etc contents of files below /etc, by path below it
 */
public record ToolWishes(
    SortedMap<String, String> variables, List<KeyName> keys, SortedMap<String, String> etc) {

  /** Of a command that no definition is about. */
  public static final ToolWishes NONE = new ToolWishes(new TreeMap<>(), List.of(), new TreeMap<>());

  public ToolWishes {
    keys = List.copyOf(keys);
  }
}
