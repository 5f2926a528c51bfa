package dev.bawn.admin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Subcommand;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Terminals;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
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

  private void requireSense(Subcommand subcommand) {
    for (List<String> words :
        List.of(
            List.of(subcommand.name()),
            List.of(subcommand.name(), "a", "b", "c", "d"),
            List.of(subcommand.name(), ""))) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      Commands.program().run(words, somebody(new PrintStream(said, true, UTF_8)));
      assertFalse(said.toString(UTF_8).contains("internal error"), words + ": " + said);
    }
  }

  /** Returns a user other than root, so that no command runs after its arguments were parsed. */
  private Surroundings somebody(PrintStream out) {
    return new Surroundings(
        InputStream.nullInputStream(),
        out,
        out,
        Terminals.NONE,
        Clock.systemUTC(),
        Map.of(),
        new Uid(1000),
        new SystemLayout(root),
        root,
        root,
        "0");
  }

  private static void requireExamples(Subcommand subcommand) {
    Command command = subcommand.command().get();
    List<String> examples = command.examples();
    assertTrue(
        examples.stream().anyMatch(line -> line.contains("bawn-admin " + subcommand.name())),
        subcommand.name() + ": " + examples);
  }
}
