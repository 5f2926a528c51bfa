package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolSeeds;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the definition of a tool wants of a session.
 *
 * @param variables that are set
 * @param keys names of variables that carry keys to it
 * @param etc contents of files below /etc, by path below it
 * @param seeds what of the caller's home it gets
 * @param prepare what runs once in its home, before it
 * @param logins where it keeps its login, below its home
 */
public record ToolWishes(
    SortedMap<String, String> variables,
    List<KeyName> keys,
    SortedMap<String, String> etc,
    ToolSeeds seeds,
    List<String> prepare,
    List<HomePath> logins) {

  /** Of a command that no definition is about. */
  public static final ToolWishes NONE =
      new ToolWishes(
          new TreeMap<>(), List.of(), new TreeMap<>(), ToolSeeds.NONE, List.of(), List.of());

  public ToolWishes {
    keys = List.copyOf(keys);
    prepare = List.copyOf(prepare);
    logins = List.copyOf(logins);
  }
}
