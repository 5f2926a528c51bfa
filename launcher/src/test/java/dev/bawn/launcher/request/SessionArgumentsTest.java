package dev.bawn.launcher.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
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

  private static CommandSpec spec() {
    CommandSpec spec = Parameters.command();
    SessionArguments.addTo(spec);
    return spec;
  }
}
