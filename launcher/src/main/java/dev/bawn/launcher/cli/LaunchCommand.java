package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.request.Wanted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code launch AGENT PROJECT [--tool T] [-- COMMAND...]}: starts a session in this terminal. */
final class LaunchCommand extends StartCommand {

  /** The longest argument that Linux passes on is 128 KiB with its NUL (MAX_ARG_STRLEN). */
  private static final int LONGEST_PROMPT = 128 * 1024 - 1;

  LaunchCommand(Function<Surroundings, CommandContext> context) {
    super(context);
  }

  @Override
  CommandSpec basicSpec() {
    CommandSpec spec = super.basicSpec();
    addTool(spec);
    spec.usageMessage()
        .customSynopsis("bawn launch [OPTION]... [AGENT] [PROJECT] [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  /** Adds the options that choose a tool. */
  static void addTool(CommandSpec spec) {
    spec.addOption(Parameters.option("--tool", "TOOL", "run this agent tool"))
        .addOption(
            Parameters.option(
                "--tool-path",
                "FILE",
                "use this program for TOOL, now and in later sessions (unprivileged sessions); without --tool, TOOL is the name of the program"))
        .addOption(Parameters.option("--prompt", "FILE", "give the tool this prompt"))
        .addOption(Parameters.flag("--once", "with --prompt: make the tool answer and exit"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn launch a.noir app",
        "bawn launch a.noir ~/app -- git log",
        "bawn launch a.noir app --tool claude --prompt task.md",
        "bawn launch a.noir app --prompt question.md --once >answer.txt",
        "bawn launch a.noir app --dry-run",
        "bawn launch --tool claude",
        "bawn launch --tool claude -- --continue",
        "bawn launch --tool claude --login-from-host",
        "bawn launch ~/app --mask-env --network none -- make test");
  }

  @Override
  Wanted wanted(Typed typed, Surroundings here) {
    return toolOrCommand(typed, here);
  }

  /** The tool that the options choose, or the command after {@code --}. */
  static Wanted toolOrCommand(Typed typed, Surroundings here) {
    String tool = typed.value("--tool", "");
    String prompt = typed.value("--prompt", "");
    String file = typed.value("--tool-path", "");
    if (!tool.isEmpty() && typed.toolWords().stream().findFirst().equals(Optional.of(tool))) {
      throw new WrongUsage(
          "the arguments after -- begin with the name of the tool",
          "after --, give only arguments of " + Printable.of(tool) + ": leave out the name");
    }
    if (!prompt.isEmpty() && !typed.toolWords().isEmpty()) {
      throw new WrongUsage(
          "--prompt and arguments after -- cannot be used together", "leave out one");
    }
    if (prompt.isEmpty() && typed.has("--once")) {
      throw new WrongUsage("--once needs --prompt", "add --prompt FILE");
    }
    if (file.isEmpty() && tool.isEmpty() && !typed.toolWords().isEmpty()) {
      return new Wanted.CommandLine(typed.toolWords());
    }
    Optional<Prompt> told =
        prompt.isEmpty() ? Optional.empty() : Optional.of(told(prompt, typed, here));
    if (!file.isEmpty()) {
      return new Wanted.ToolFile(
          here.directory().resolve(file).normalize(),
          tool.isEmpty() ? Optional.empty() : Optional.of(CommandName.of(tool)),
          told,
          typed.toolWords());
    }
    return tool.isEmpty()
        ? new Wanted.FirstTool(told)
        : new Wanted.Tool(CommandName.of(tool), told, typed.toolWords());
  }

  private static Prompt told(String prompt, Typed typed, Surroundings here) {
    return new Prompt(
        read(here.directory().resolve(prompt)),
        typed.has("--once") ? Prompt.Manner.ONCE : Prompt.Manner.INTERACTIVE);
  }

  private static String read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (bytes.length > LONGEST_PROMPT || text.indexOf('\0') >= 0) {
        throw new WrongUsage(
            "the prompt file "
                + Printable.of(file)
                + " is longer than 128 KiB or contains a NUL byte",
            "put the text into the project, and let the prompt name that file");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new WrongUsage(
          "the prompt file " + Printable.of(file) + " is not UTF-8",
          "convert it, for example with iconv");
    } catch (IOException e) {
      throw UnreadableFile.of("the prompt file ", file, e);
    }
  }
}
