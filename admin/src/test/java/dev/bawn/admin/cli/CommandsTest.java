package dev.bawn.admin.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Subcommand;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandsTest {

  @Test
  void every_command_shows_examples_of_itself() {
    assertAll(Commands.program().subcommands().stream().map(each -> () -> requireExamples(each)));
  }

  private static void requireExamples(Subcommand subcommand) {
    Command command = subcommand.command().get();
    List<String> examples = command.examples();
    assertTrue(
        examples.stream().anyMatch(line -> line.contains("bawn-admin " + subcommand.name())),
        subcommand.name() + ": " + examples);
  }
}
