package dev.bawn.contract.tool;

import dev.bawn.contract.agent.CommandName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The definition of an agent tool. {@link DefinitionFile} describes the file.
 *
 * @param name of the tool
 * @param label for display
 * @param rank the order in which tools are preferred
 * @param command the name of its program
 * @param npm its package, if there is one
 * @param keys the API keys of its service
 * @param prompt the arguments that pass a prompt
 * @param places its directories
 * @param seeds the files that are copied from a user's home into that of a session
 * @param prepare a command that runs once in the home of an unprivileged session, within its
 *     sandbox and before the tool. In an agent session only allowed and requested programs run: its
 *     operator runs such a command as any other
 * @param set variables of every session that has the tool, by name
 * @param etc contents of files of every such session, by path below /etc
 * @param activity how its activity is determined
 * @param transcript the files in which it records its usage
 */
public record ToolDefinition(
    CommandName name,
    String label,
    int rank,
    CommandName command,
    Optional<String> npm,
    ToolKeys keys,
    PromptArguments prompt,
    ToolPlaces places,
    ToolSeeds seeds,
    List<String> prepare,
    SortedMap<String, String> set,
    SortedMap<String, String> etc,
    ToolActivity activity,
    Optional<ToolTranscript> transcript) {

  /** The rank of a tool without one. */
  private static final int LAST = 1000;

  public ToolDefinition {
    prepare = List.copyOf(prepare);
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    etc = Collections.unmodifiableSortedMap(new TreeMap<>(etc));
  }

  /** A tool without a definition: a program of that name, which takes a prompt as its argument. */
  static ToolDefinition plain(CommandName name) {
    return new ToolDefinition(
        name,
        name.text(),
        LAST,
        name,
        Optional.empty(),
        ToolKeys.none(),
        PromptArguments.plain(),
        ToolPlaces.plain(),
        ToolSeeds.NONE,
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        ToolActivity.NONE,
        Optional.empty());
  }
}
