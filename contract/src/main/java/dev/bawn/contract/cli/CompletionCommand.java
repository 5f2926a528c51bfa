package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Spelling;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code completion bash|zsh|fish}: prints a completion script for that shell. */
final class CompletionCommand implements Command {

  private enum Shell implements Spelling {
    BASH,
    ZSH,
    FISH
  }

  private final Program program;

  CompletionCommand(Program program) {
    this.program = program;
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(Parameters.one("bash|zsh|fish", "the shell"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "source <(" + program.name() + " completion bash)",
        program.name() + " completion fish | source");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Shell shell = Parameters.choice("shell", typed.words().getFirst(), Shell.values());
    List<Completable> all = Completable.of(program);
    here.out()
        .print(
            switch (shell) {
              case BASH -> BashCompletion.of(program.name(), all);
              case ZSH -> ZshCompletion.of(program.name(), all);
              case FISH -> FishCompletion.of(program.name(), all);
            });
    return 0;
  }
}
