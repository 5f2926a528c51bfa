package dev.bawn.contract.cli;

import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code help [COMMAND|TOPIC]}, and the manual page, of which the install script makes a file. */
final class HelpCommand implements Command {

  private final Program program;
  private final List<Topic> topics;
  private final Supplier<Manual> manual;

  HelpCommand(Program program, List<Topic> topics, Supplier<Manual> manual) {
    this.program = program;
    this.topics = topics;
    this.manual = manual;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Words.command();
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("TOPIC")
            .arity("0..1")
            .description("a command" + topicNames())
            .build());
    spec.addOption(Words.flag("--man", "print the manual page, for man(1)"));
    return spec;
  }

  private String topicNames() {
    return topics.isEmpty()
        ? ""
        : ", or one of: " + String.join(", ", topics.stream().map(Topic::name).toList());
  }

  @Override
  public List<String> examples() {
    return List.of(
        program.name() + " help",
        program.name() + " help version",
        program.name() + " help --man | man -l -");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    if (typed.has("--man") && !typed.words().isEmpty()) {
      throw new WrongUsage(
          "there is one manual page, of all commands", "leave out " + typed.words().getFirst());
    }
    here.out().print(text(typed, here));
    return 0;
  }

  private String text(Typed typed, Surroundings here) {
    if (typed.has("--man")) {
      return ManualPage.of(program, manual.get(), here.version());
    }
    return typed.words().isEmpty() ? Help.of(program, here) : about(typed, here);
  }

  private String about(Typed typed, Surroundings here) {
    String wanted = typed.words().getFirst();
    for (Topic topic : topics) {
      if (topic.name().equals(wanted)) {
        return topic.text();
      }
    }
    Subcommand subcommand = program.subcommand(wanted);
    return Help.of(Help.complete(program.name(), subcommand, subcommand.command().get()), here);
  }
}
