package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Subcommand;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandsTest {

  @TempDir private Path root;

  @Test
  void every_command_shows_examples_of_itself() {
    assertAll(Commands.program().subcommands().stream().map(each -> () -> requireExamples(each)));
  }

  @Test
  void no_command_stumbles_over_words_that_are_missing_or_too_many() {
    assertAll(Commands.program().subcommands().stream().map(each -> () -> requireSense(each)));
  }

  private void requireSense(Subcommand subcommand) throws IOException {
    Person alice = new Person(new World(root), World.ALICE, root);
    for (String[] words :
        List.of(
            new String[] {subcommand.name()},
            new String[] {subcommand.name(), "a", "b", "c", "d"},
            new String[] {subcommand.name(), ""})) {
      assertFalse(
          alice.types(words).err().contains("internal error"), List.of(words) + ": " + alice.err());
    }
  }

  private static void requireExamples(Subcommand subcommand) {
    Command command = subcommand.command().get();
    List<String> examples = command.examples();
    assertTrue(
        examples.stream().anyMatch(line -> line.startsWith("bawn " + subcommand.name())),
        subcommand.name() + ": " + examples);
  }
}
