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
 * @param tool the name of the tool
 * @param variables the variables to set
 * @param keys names of variables that contain API keys
 * @param etc contents of files below /etc, by path below it
 * @param seeds the files that are copied from the caller's home
 * @param prepare the command that runs once in its home, before the tool
 * @param login the files of its login
 */
public record ToolRequirements(
    String tool,
    SortedMap<String, String> variables,
    List<KeyName> keys,
    SortedMap<String, String> etc,
    ToolSeeds seeds,
    List<String> prepare,
    ToolLogin login) {

  /** The requirements of a command without a definition. */
  public static final ToolRequirements NONE =
      new ToolRequirements(
          "",
          new TreeMap<>(),
          List.of(),
          new TreeMap<>(),
          ToolSeeds.NONE,
          List.of(),
          ToolLogin.NONE);

  public ToolRequirements {
    keys = List.copyOf(keys);
    prepare = List.copyOf(prepare);
  }
}
