package dev.bawn.contract.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code help [COMMAND|TOPIC]}. */
final class HelpCommand implements Command {

  private final Program program;
  private final List<Topic> topics;

  HelpCommand(Program program, List<Topic> topics) {
    this.program = program;
    this.topics = topics;
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
    return spec;
  }

  private String topicNames() {
    return topics.isEmpty()
        ? ""
        : ", or one of: " + String.join(", ", topics.stream().map(Topic::name).toList());
  }

  @Override
  public List<String> examples() {
    return List.of(program.name() + " help", program.name() + " help version");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    here.out().print(typed.words().isEmpty() ? Help.of(program, here) : about(typed, here));
    return 0;
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
