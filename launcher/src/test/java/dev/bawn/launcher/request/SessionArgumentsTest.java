package dev.bawn.launcher.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class SessionArgumentsTest {

  @TestFactory
  Stream<DynamicTest> each_option_of_a_session_is_told_from_those_of_an_agent() {
    CommandSpec spec = spec();
    return spec.options().stream()
        .filter(option -> !option.usageHelp())
        .map(OptionSpec::longestName)
        .map(name -> DynamicTest.dynamicTest(name, () -> isTold(name)));
  }

  private static void isTold(String name) {
    CommandSpec spec = spec();
    String word = spec.findOption(name).arity().max() == 0 ? name : name + "=none";
    assertEquals(Optional.of(name), SessionArguments.firstTyped(Typed.of(spec, List.of(word))));
  }

  @Test
  void an_option_before_or_after_those_of_a_session_is_also_one_of_an_agent() {
    CommandSpec spec = Parameters.command().addOption(Parameters.flag("--before", ""));
    SessionArguments.addTo(spec);
    spec.addOption(Parameters.flag("--after", ""));
    Typed typed = Typed.of(spec, List.of("--before", "--after"));
    assertEquals(Optional.empty(), SessionArguments.firstTyped(typed));
  }

  @Test
  void a_session_in_the_background_has_tags_and_a_notice_with_an_agent() {
    Typed both = Typed.of(spec(), List.of("--tag=a=b", "--notify=bell"));
    assertEquals(Optional.empty(), SessionArguments.firstTypedNotOfAgents(both));
    Typed other = Typed.of(spec(), List.of("--tag=a=b", "--memory=1G"));
    assertEquals(
        Optional.of(SessionArguments.MEMORY), SessionArguments.firstTypedNotOfAgents(other));
  }

  @Test
  void a_named_program_is_only_for_a_session() {
    CommandSpec spec =
        Parameters.command().addOption(Parameters.option(SessionArguments.TOOL_PATH, "FILE", ""));
    SessionArguments.addTo(spec);
    Typed typed = Typed.of(spec, List.of("--tool-path=x"));
    assertEquals(Optional.of(SessionArguments.TOOL_PATH), SessionArguments.firstTyped(typed));
  }

  private static CommandSpec spec() {
    CommandSpec spec = Parameters.command();
    SessionArguments.addTo(spec);
    return spec;
  }
}
