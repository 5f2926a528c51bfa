package dev.bawn.contract.tool;

import java.util.List;

/**
 * The arguments that pass a prompt to a tool at its start; {@code {prompt}} stands for the text.
 *
 * @param interactive for the beginning of a conversation
 * @param once for one answer, after which the tool ends
 */
public record PromptArguments(List<String> interactive, List<String> once) {

  private static final String PROMPT = "{prompt}";

  public PromptArguments {
    interactive = List.copyOf(interactive);
    once = List.copyOf(once);
  }

  /** The arguments of a program that takes the text as its argument. */
  static PromptArguments plain() {
    return new PromptArguments(List.of(PROMPT), List.of(PROMPT));
  }

  /** The arguments that begin a conversation with this prompt. */
  public List<String> interactive(String prompt) {
    return with(interactive, prompt);
  }

  /** The arguments that request an answer to this prompt, after which the tool ends. */
  public List<String> once(String prompt) {
    return with(once, prompt);
  }

  private static List<String> with(List<String> arguments, String prompt) {
    return arguments.stream().map(argument -> argument.replace(PROMPT, prompt)).toList();
  }
}
