package dev.bawn.launcher.session;

import dev.bawn.contract.agent.CommandName;
import java.util.List;

/** How the tools that bawn knows are told something at their start, and stay for a conversation. */
final class ToolPrompts {

  private ToolPrompts() {}

  /** The arguments that hand this prompt to a tool; most take it as their one argument. */
  static List<String> arguments(CommandName tool, String prompt) {
    return switch (tool.text()) {
      case "gemini" -> List.of("--prompt-interactive", prompt);
      case "opencode" -> List.of("--prompt", prompt);
      case "aider" -> List.of("--message", prompt);
      default -> List.of(prompt);
    };
  }
}
