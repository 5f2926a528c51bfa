package dev.bawn.launcher.session;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** What the definitions of this machine say. */
public final class DefinedTools implements Tools {

  private final Layout layout;
  private final ToolDefinitions definitions;

  /**
   * @param layout where adopted tools lie
   * @param definitions what is known about tools
   */
  public DefinedTools(Layout layout, ToolDefinitions definitions) {
    this.layout = layout;
    this.definitions = definitions;
  }

  @Override
  public List<String> arguments(CommandName tool, Prompt prompt) {
    ToolDefinition definition = definitions.of(tool);
    return prompt.manner() == Prompt.Manner.ONCE
        ? definition.prompt().once(prompt.text())
        : definition.prompt().interactive(prompt.text());
  }

  @Override
  public Optional<String> adoption(CommandName tool) {
    if (Files.exists(layout.tools().resolve(tool.text()))) {
      return Optional.empty();
    }
    return definitions
        .find(tool)
        .flatMap(ToolDefinition::npm)
        .map(npm -> "sudo bawn-admin tool add " + tool + " --npm " + npm);
  }
}
