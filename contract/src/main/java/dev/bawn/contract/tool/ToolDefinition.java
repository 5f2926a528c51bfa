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
 * @param label for people
 * @param rank the order in which tools are preferred
 * @param command the name of its program
 * @param npm the package that it comes from, if it does
 * @param keys the API keys of its service
 * @param prompt how it is told something at its start
 * @param places that it is about
 * @param seeds what of a person's home it finds in that of a session
 * @param prepare a command that runs once in the home of a session under a person's own uid, within
 *     its sandbox and before the tool. In a sealed agent's session nothing runs that was not
 *     allowed and asked for: its operator runs such a command as any other
 * @param set variables of every session that has the tool, by name
 * @param etc contents of files of every such session, by path below /etc
 * @param activity how it shows what it does
 * @param transcript where it writes down what it used
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

  /** Of tools that nobody ranked. */
  private static final int LAST = 1000;

  public ToolDefinition {
    prepare = List.copyOf(prepare);
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    etc = Collections.unmodifiableSortedMap(new TreeMap<>(etc));
  }

  /** A tool that nobody defined: a program of that name, which takes a prompt as its argument. */
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
