package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The scripts for shells. tests/system runs them in the shells. */
class CompletionTest {

  /** A command with parameters of all kinds. */
  private static final class Anything implements Command {
    @Override
    public CommandSpec spec() {
      return Parameters.command()
          .addPositional(Parameters.action("add|remove"))
          .addPositional(Parameters.object("AGENT|PROJECT", "to what"))
          .addOption(Parameters.option("--tool", "TOOL", "it's a tool"))
          .addOption(Parameters.flag("--json", "as JSON"));
    }

    @Override
    public List<String> examples() {
      return List.of();
    }

    @Override
    public int run(Typed typed, Surroundings here) {
      return 0;
    }
  }

  /** A command with an agent and any number of commands. */
  private static final class Allow implements Command {
    @Override
    public CommandSpec spec() {
      return Parameters.command()
          .addPositional(Parameters.some("AGENT CMD", "the agent, then commands"));
    }

    @Override
    public List<String> examples() {
      return List.of();
    }

    @Override
    public int run(Typed typed, Surroundings here) {
      return 0;
    }
  }

  private static final Program PROGRAM =
      new Program(
          "bawn-x",
          "Does things.",
          List.of(
              new Subcommand("any", "do anything", Runs.AS_ANYONE, Anything::new),
              new Subcommand("allow", "allow commands", Runs.AS_ANYONE, Allow::new)),
          () -> new Manual(1, List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));

  private static final List<Completable> ALL = Completable.of(PROGRAM);

  @Test
  void every_subcommand_is_completed_with_its_options_and_words_in_their_order() {
    assertEquals(
        List.of("any", "allow", "completion", "version", "help"),
        ALL.stream().map(Completable::name).toList());
    Completable any = ALL.getFirst();
    assertEquals(List.of("add|remove", "AGENT|PROJECT"), any.words());
    assertEquals(
        List.of("--tool", "--json", "--help", "--debug"),
        any.options().stream().map(Completable.Option::name).toList());
    assertEquals("TOOL", any.options().getFirst().label());
    assertEquals("", any.options().get(1).label());
  }

  @Test
  void what_may_be_said_again_is_completed_again() {
    Completable allow = ALL.get(1);
    assertEquals(List.of("AGENT", "CMD"), allow.words());
    assertTrue(allow.repeats());
    assertTrue(BashCompletion.of("bawn-x", ALL).contains("'allow '*) kind='CMD' ;;"));
    assertTrue(FishCompletion.of("bawn-x", ALL).contains("__bawn_x_at allow 2+"));
  }

  @Test
  void no_quote_of_a_description_ends_up_as_one_of_a_shell() {
    assertTrue(FishCompletion.of("bawn-x", ALL).contains("-d 'it’s a tool'"));
  }

  @Test
  void help_completes_the_names_of_all_subcommands() {
    assertEquals(List.of("any|allow|completion|version|help"), ALL.getLast().words());
  }
}
