package dev.bawn.contract.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.toml.TomlTable;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What bawn knows about an agent tool; the file {@code tools/NAME.toml}:
 *
 * <pre>{@code
 * format = 1
 * label = "Claude Code"
 * rank = 10                                  # the lowest one that an agent has is started first
 * command = "claude"                         # its program, in the tree's bin or at its top
 * npm = "@anthropic-ai/claude-code"          # where `tool add` may get it from; may be left out
 * env = ["ANTHROPIC_API_KEY"]                # variables that carry keys to it
 * unpacks = ["/tmp"]                         # where it loads .so files from that it has in itself;
 *                                            # may be left out, since AppArmor must let it
 *
 * [prompt]                                   # its arguments; {prompt} is the text
 * interactive = ["{prompt}"]
 * once = ["--print", "{prompt}"]
 *
 * [set]                                      # variables of every session that has the tool
 * DISABLE_AUTOUPDATER = "1"
 *
 * [etc]                                      # files below /etc of every such session
 * "claude-code/managed-settings.json" = "{}"
 * }</pre>
 *
 * @param name of the tool
 * @param label for people
 * @param rank the order in which tools are preferred
 * @param command the name of its program
 * @param npm the package that it comes from, if it does
 * @param keys variables that carry keys to it
 * @param unpacks directories from which it loads hidden {@code .so} files that it wrote
 * @param interactive arguments that tell it something at the beginning of a conversation
 * @param once arguments that tell it something that it answers, and then ends
 * @param set variables, by name
 * @param etc contents of files, by path below /etc
 */
public record ToolDefinition(
    CommandName name,
    String label,
    int rank,
    CommandName command,
    Optional<String> npm,
    List<KeyName> keys,
    List<String> unpacks,
    List<String> interactive,
    List<String> once,
    SortedMap<String, String> set,
    SortedMap<String, String> etc) {

  private static final int FORMAT = 1;

  /** Of tools that nobody ranked. */
  private static final int LAST = 1000;

  private static final String PROMPT = "{prompt}";

  /** Private to a session, and gone with it. */
  private static final List<String> UNPACKED = List.of("/tmp", "/var/tmp", "/dev/shm");

  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  private static final Pattern BELOW_ETC =
      Pattern.compile("[a-z0-9][a-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)+");

  public ToolDefinition {
    keys = List.copyOf(keys);
    unpacks = List.copyOf(unpacks);
    interactive = List.copyOf(interactive);
    once = List.copyOf(once);
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
        List.of(),
        List.of(),
        List.of(PROMPT),
        List.of(PROMPT),
        new TreeMap<>(),
        new TreeMap<>());
  }

  /**
   * Reads a definition.
   *
   * @param file its name, for messages
   * @throws Refused if anything in it is missing, unknown or impossible
   */
  static ToolDefinition read(CommandName name, String file, byte[] bytes) {
    TomlTable top = TomlTable.parse(file, bytes);
    if (top.number("format") > FORMAT) {
      throw new Refused(file + " was made for a newer bawn", "update bawn");
    }
    TomlTable prompt = top.table("prompt");
    ToolDefinition definition =
        new ToolDefinition(
            name,
            top.text("label"),
            top.smallNumber("rank"),
            top.text("command", CommandName::of),
            top.optionalText("npm"),
            top.texts("env", KeyName::of),
            top.optionalTexts("unpacks").stream().map(ToolDefinition::unpacked).toList(),
            prompt.texts("interactive"),
            prompt.texts("once"),
            top.optionalTable("set").map(set -> texts(set, VARIABLE)).orElseGet(TreeMap::new),
            top.optionalTable("etc").map(etc -> texts(etc, BELOW_ETC)).orElseGet(TreeMap::new));
    prompt.nothingElse();
    top.nothingElse();
    return definition;
  }

  private static String unpacked(String directory) {
    if (!UNPACKED.contains(directory)) {
      throw new Refused(
          "nothing is unpacked to " + Printable.of(directory),
          "one of " + String.join(", ", UNPACKED));
    }
    return directory;
  }

  private static SortedMap<String, String> texts(TomlTable table, Pattern grammar) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (String key : table.keys()) {
      texts.put(key, table.text(key, text -> named(key, text, grammar)));
    }
    return texts;
  }

  private static String named(String key, String text, Pattern grammar) {
    if (!grammar.matcher(key).matches()) {
      throw new IllegalArgumentException("that name cannot stand there");
    }
    return text;
  }

  /** The arguments that begin a conversation with this prompt. */
  public List<String> interactive(String prompt) {
    return with(interactive, prompt);
  }

  /** The arguments that have this prompt answered, and nothing more. */
  public List<String> once(String prompt) {
    return with(once, prompt);
  }

  private static List<String> with(List<String> arguments, String prompt) {
    return arguments.stream().map(argument -> argument.replace(PROMPT, prompt)).toList();
  }
}
