package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.layout.InstalledPrograms;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.launcher.plan.Tools;
import dev.bawn.launcher.record.Prompt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The tools with a definition on this machine. */
public final class DefinedTools implements Tools {

  private final SystemLayout layout;
  private final ToolDefinitions definitions;
  private final ToolSearch search;

  /**
   * @param layout the directories of adopted tools
   * @param definitions of the tools
   * @param search finds the caller's tools
   */
  public DefinedTools(SystemLayout layout, ToolDefinitions definitions, ToolSearch search) {
    this.layout = layout;
    this.definitions = definitions;
    this.search = search;
  }

  @Override
  public List<String> arguments(CommandName tool, Prompt prompt) {
    ToolDefinition definition = definitions.of(tool);
    return prompt.manner() == Prompt.Manner.ONCE
        ? definition.prompt().once(prompt.text())
        : definition.prompt().interactive(prompt.text());
  }

  @Override
  public Collection<CommandName> names() {
    return definitions.names();
  }

  @Override
  public Collection<String> programs() {
    return new InstalledPrograms(layout).names();
  }

  @Override
  public Optional<String> adoption(CommandName tool) {
    if (Files.exists(layout.tools().resolve(tool.text()))) {
      return Optional.empty();
    }
    return definitions
        .find(tool)
        .flatMap(this::source)
        .map(source -> "sudo bawn-admin tool add " + tool + " " + source);
  }

  private Optional<String> source(ToolDefinition tool) {
    return tool.npm()
        .map(npm -> "--npm " + npm)
        .or(() ->
            search
                .find(tool)
                .map(program -> "--from " + ShellQuoting.join(List.of(tree(program)))));
  }

  /**
   * The directory to adopt: a program in a virtual environment of Python is adopted with the whole
   * environment.
   */
  private static String tree(Path program) {
    Path environment = program.resolve("../..").normalize();
    Path tree = Files.exists(environment.resolve("pyvenv.cfg")) ? environment : program;
    return tree.toString();
  }
}
