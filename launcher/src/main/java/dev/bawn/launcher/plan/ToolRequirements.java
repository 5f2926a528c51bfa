package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.contract.tool.ToolSeeds;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of a session that the definition of a tool requires.
 *
 * @param variables that are set
 * @param keys names of variables that carry keys to it
 * @param etc contents of files below /etc, by path below it
 * @param seeds what of the caller's home it gets
 * @param prepare what runs once in its home, before it
 * @param login where it keeps its login
 */
public record ToolRequirements(
    SortedMap<String, String> variables,
    List<KeyName> keys,
    SortedMap<String, String> etc,
    ToolSeeds seeds,
    List<String> prepare,
    ToolLogin login) {

  /** Of a command that no definition is about. */
  public static final ToolRequirements NONE =
      new ToolRequirements(
          new TreeMap<>(), List.of(), new TreeMap<>(), ToolSeeds.NONE, List.of(), ToolLogin.NONE);

  public ToolRequirements {
    keys = List.copyOf(keys);
    prepare = List.copyOf(prepare);
  }
}
