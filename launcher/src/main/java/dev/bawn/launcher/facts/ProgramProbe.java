package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Origin;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Value;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.plan.FirstProgram;
import dev.bawn.launcher.plan.Share;
import dev.bawn.launcher.plan.ToolRequirements;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.tool.FoundTool;
import dev.bawn.launcher.tool.ToolFinder;
import dev.bawn.launcher.transcript.Transcripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the program of an unprivileged session. */
final class ProgramProbe {

  private static final String TOOL_PATH = "--tool-path FILE";

  /** The part of a repeated command that a start shows. */
  private static final int LONGEST_SHOWN = 40;

  private static final CommandName SHELL = CommandName.of("shell");

  /** The time after the end of a session within which it is written down. */
  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final LocalSystem system;
  private final Surroundings here;
  private final Host host;
  private final EffectiveSettings settings;
  private final MountGate mounts;

  ProgramProbe(
      LocalSystem system,
      Surroundings here,
      Host host,
      EffectiveSettings settings,
      MountGate mounts) {
    this.system = system;
    this.here = here;
    this.host = host;
    this.settings = settings;
    this.mounts = mounts;
  }

  /**
   * The requested program.
   *
   * @throws NotFound if it is a tool that the caller does not have
   */
  FirstProgram of(Wanted wanted) {
    if (wanted instanceof Wanted.CommandLine(var words)) {
      Optional<FirstProgram> tool = toolOf(words);
      return tool.isPresent()
          ? typed(tool.get(), List.of(), words)
          : FirstProgram.command(List.of(), words);
    }
    if (wanted instanceof Wanted.Tool(var name, var prompt, var arguments)) {
      return tool(name, prompt).with(arguments);
    }
    if (wanted instanceof Wanted.ToolFile(var file, var name, var prompt, var arguments)) {
      return file(file, name, prompt).with(arguments);
    }
    if (wanted instanceof Wanted.Continued(var earlier, var from, var to)) {
      return continued(earlier, from, to);
    }
    if (wanted instanceof Wanted.Login(var name, var arguments, var appended)) {
      return tool(name, Optional.empty(), "bawn launch --tool " + name + " " + TOOL_PATH)
          .followedBy(system.definitions(here).of(name).keys().login().command())
          .followedBy(arguments)
          .with(appended);
    }
    return wanted instanceof Wanted.FirstTool(var prompt) ? first(prompt) : shell();
  }

  /**
   * A command beside the tool of an earlier session. It has what the tool requires, because the
   * tool can be started by it; a command that is a tool has its own.
   */
  FirstProgram beside(Wanted wanted, SessionRecord earlier) {
    FirstProgram program = of(wanted);
    ToolDefinitions definitions = system.definitions(here);
    CommandName name = CommandName.of(earlier.tool());
    return program.wishes().equals(ToolRequirements.NONE) && definitions.has(name)
        ? program.requiring(requirements(definitions.of(name)))
        : program;
  }

  /** The program of an earlier session. */
  FirstProgram again(SessionRecord earlier) {
    boolean isTool = !earlier.tool().equals(FirstProgram.COMMAND);
    if (isTool && earlier.command().isEmpty()) {
      return tool(earlier);
    }
    for (String word : earlier.command()) {
      if (word.indexOf('\ufffd') >= 0) {
        throw new WrongUsage(
            "the command of " + earlier.name() + " has bytes that cannot be recorded",
            "type it again: bawn resume " + earlier.name() + " -- COMMAND");
      }
    }
    if (!isTool) {
      String shown = ShellQuoting.join(earlier.command());
      return FirstProgram.command(earlier.command(), List.of())
          .chosen(
              "again: "
                  + Printable.of(
                      shown.length() > LONGEST_SHOWN
                          ? shown.substring(0, LONGEST_SHOWN) + "…"
                          : shown));
    }
    // arguments of --tool never begin with its name, see LaunchCommand
    return earlier.command().getFirst().equals(earlier.tool())
        ? typed(tool(earlier), earlier.command(), List.of())
        : tool(earlier).followedBy(earlier.command());
  }

  /** The program of an earlier session, with its last conversation if that was the session's. */
  private FirstProgram continued(SessionRecord earlier, Instant from, Instant to) {
    FirstProgram program = again(earlier);
    Optional<ToolTranscript> transcript =
        system
            .definitions(here)
            .of(CommandName.of(earlier.tool()))
            .transcript()
            .filter(each -> !each.kind().isDatabase() && !each.continuation().isEmpty());
    if (transcript.isEmpty()) {
      return program;
    }
    if (!from.isBefore(to)) {
      return program.chosen("new conversation: another session used its home later");
    }
    return Transcripts.last(earlier.home().orElseThrow(), transcript.get(), from)
        .filter(last -> last.minus(A_MOMENT).isBefore(to))
        .map(last -> program.followedBy(transcript.get().continuation()))
        .orElse(program);
  }

  /**
   * The tool with which a command line begins: its name means the tool, with its home, its keys and
   * its settings. Empty for another command.
   */
  private Optional<FirstProgram> toolOf(List<String> words) {
    String word = words.getFirst();
    if (word.indexOf('/') >= 0 || word.indexOf('=') >= 0 || word.equals(SHELL.text())) {
      return Optional.empty();
    }
    CommandName name;
    try {
      name = CommandName.of(word);
    } catch (WrongUsage e) {
      return Optional.empty();
    }
    ToolDefinitions definitions = system.definitions(here);
    if (!definitions.has(name) && system.rememberedTools(here).program(name).isEmpty()) {
      return Optional.empty();
    }
    // only a tool's name: the definition says which program of the caller it is
    ToolDefinition definition = definitions.of(name);
    Optional<FoundTool> found =
        definition.command().equals(name) ? find(definition) : Optional.empty();
    return found.map(file -> tool(definition, file, Optional.empty()));
  }

  /**
   * A tool whose first argument is its name: sh(1) replaces that name by the program, and passes
   * the other arguments on.
   *
   * @param written the arguments that bawn writes
   * @param appended the arguments that the start stub appends
   */
  private static FirstProgram typed(
      FirstProgram tool, List<String> written, List<String> appended) {
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", "shift; exec \"$0\" \"$@\""));
    argv.addAll(tool.argv());
    argv.addAll(written);
    return new FirstProgram(tool.tool(), argv, appended, tool.shares(), tool.wishes(), "");
  }

  /** The tool of the setting, or the first that the caller has; a shell if there is none. */
  private FirstProgram first(Optional<Prompt> prompt) {
    Optional<String> set = settings.one(Setting.DEFAULT_TOOL);
    if (set.isPresent()) {
      return ofSetting(CommandName.of(set.get()), prompt).chosen("set by default_tool");
    }
    List<String> names = new ArrayList<>();
    Optional<FirstProgram> first = Optional.empty();
    for (ToolDefinition definition : system.definitions(here).all()) {
      Optional<FoundTool> found =
          definition.name().equals(SHELL) ? Optional.empty() : find(definition);
      if (found.isPresent()) {
        names.add(definition.name().text());
        if (first.isEmpty()) {
          first = Optional.of(tool(definition, found.get(), prompt));
        }
      }
    }
    if (first.isPresent()) {
      return names.size() == 1
          ? first.get()
          : first.get().chosen("first of " + String.join(", ", names) + "; another: --tool");
    }
    if (prompt.isPresent()) {
      throw new NotFound(
          "no agent tool is installed, and --prompt needs one",
          "install one, for example: npm install -g @anthropic-ai/claude-code");
    }
    return shell();
  }

  private FirstProgram ofSetting(CommandName name, Optional<Prompt> prompt) {
    try {
      return tool(name, prompt);
    } catch (NotFound e) {
      Value value = settings.of(Setting.DEFAULT_TOOL).getFirst();
      throw new NotFound(
          e.what() + ", the value of default_tool in " + value.origin().word(),
          e.hint() + "; or " + change(Setting.DEFAULT_TOOL, value));
    }
  }

  private static String change(Setting setting, Value value) {
    return "change " + setting.key() + (value.origin() == Origin.YOURS ? ": bawn config edit" : "");
  }

  private FirstProgram tool(SessionRecord earlier) {
    CommandName name = CommandName.of(earlier.tool());
    Optional<Path> named = SessionArguments.toolPath(earlier);
    return named.isPresent()
        ? file(named.get(), Optional.of(name), Optional.empty())
        : tool(name, Optional.empty());
  }

  private FirstProgram tool(CommandName name, Optional<Prompt> prompt) {
    return tool(name, prompt, TOOL_PATH);
  }

  /**
   * The program of a tool.
   *
   * @param another the arguments that name its program, for the hint if it is not found
   */
  private FirstProgram tool(CommandName name, Optional<Prompt> prompt, String another) {
    if (name.equals(SHELL) && prompt.isEmpty()) {
      return shell();
    }
    ToolDefinition definition = system.definitions(here).of(name);
    Optional<FoundTool> found = find(definition);
    if (found.isEmpty()) {
      throw new NotFound(
          "tool not found: " + name, hint(definition, "give its program: " + another));
    }
    return tool(definition, found.get(), prompt);
  }

  private String hint(ToolDefinition definition, String another) {
    if (definition.npm().isPresent()) {
      return "install it: npm install -g " + definition.npm().get() + "; or " + another;
    }
    ToolDefinitions definitions = system.definitions(here);
    if (definitions.has(definition.name())) {
      return "install its program "
          + definition.command()
          + ", or correct 'find' in its definition; or "
          + another;
    }
    String word = definition.name().text();
    List<String> names = definitions.all().stream().map(tool -> tool.name().text()).toList();
    return NearestMatch.to(word, names)
        .map(tool -> "did you mean " + tool + "? otherwise " + another)
        .orElse("list the tools: bawn tools list; or " + another);
  }

  /**
   * The program that the caller once named, or else the first in the usual directories.
   *
   * @throws NotFound if the named one is missing: another one would be unexpected
   */
  private Optional<FoundTool> find(ToolDefinition definition) {
    ToolFinder finder = new ToolFinder(host);
    CommandName name = definition.name();
    Optional<Path> named = system.rememberedTools(here).program(name);
    if (named.isEmpty()) {
      return finder.find(definition);
    }
    Optional<FoundTool> found = finder.at(named.get());
    if (found.isEmpty()) {
      throw new NotFound(
          "the program of "
              + name
              + " that --tool-path named is missing or not executable: "
              + Printable.of(named.get()),
          "name another one, or: bawn tools forget " + name);
    }
    return found;
  }

  private FirstProgram file(Path file, Optional<CommandName> name, Optional<Prompt> prompt) {
    String shown = Printable.of(file);
    FoundTool found =
        new ToolFinder(host)
            .at(file)
            .orElseThrow(() ->
                new NotFound(
                    "'" + shown + "' is missing or not executable", "name an executable file"));
    try {
      return tool(
          system
              .definitions(here)
              .of(name.isPresent() ? name.get() : CommandName.of(file.getFileName().toString())),
          found,
          prompt);
    } catch (WrongUsage e) {
      throw new Refused("'" + shown + "' is not the name of a tool", "add its name: --tool NAME");
    }
  }

  private FirstProgram tool(ToolDefinition definition, FoundTool found, Optional<Prompt> prompt) {
    List<String> argv = new ArrayList<>();
    argv.add(found.real().toString());
    if (prompt.isPresent()) {
      String text = prompt.get().text();
      argv.addAll(
          prompt.get().manner() == Prompt.Manner.ONCE
              ? definition.prompt().once(text)
              : definition.prompt().interactive(text));
    }
    List<Share> shares = new ArrayList<>();
    if (found.tree().isPresent()) {
      MountSource tree = mounts.tool(found.program(), found.tree().get());
      shares.add(new Share(tree, tree.path(), Share.Manner.READ_ONLY));
    }
    return new FirstProgram(
        definition.name().text(), argv, List.of(), shares, requirements(definition), "");
  }

  private static ToolRequirements requirements(ToolDefinition definition) {
    return new ToolRequirements(
        definition.name().text(),
        definition.set(),
        definition.keys().names(),
        definition.etc(),
        definition.seeds(),
        definition.prepare(),
        definition.keys().login());
  }

  /** The machine with the shell of the settings, if that can be executed. */
  static Host withDefaultShell(Host host, EffectiveSettings settings, SystemLayout layout) {
    return defaultShell(settings)
        .filter(shell -> isExecutable(shell, layout))
        .map(host::with)
        .orElse(host);
  }

  private static Optional<Path> defaultShell(EffectiveSettings settings) {
    return settings.one(Setting.DEFAULT_SHELL).map(Path.of("/usr/bin")::resolve);
  }

  private static boolean isExecutable(Path program, SystemLayout layout) {
    return Files.isExecutable(layout.root().resolve(program.toString().substring(1)));
  }

  private FirstProgram shell() {
    Optional<Path> named = defaultShell(settings);
    if (named.isPresent() && !isExecutable(named.get(), system.layout())) {
      Value value = settings.of(Setting.DEFAULT_SHELL).getFirst();
      throw new NotFound(
          "there is no "
              + named.get()
              + "; default_shell in "
              + value.origin().word()
              + " names it",
          change(Setting.DEFAULT_SHELL, value));
    }
    Path shell = named.orElse(host.shell());
    return new FirstProgram(
        SHELL.text(), List.of(shell.toString()), List.of(), List.of(), ToolRequirements.NONE, "");
  }
}
