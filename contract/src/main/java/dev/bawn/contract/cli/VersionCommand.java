package dev.bawn.contract.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code version}: prints the versions of bawn and of the programs that it uses, for a bug report.
 */
final class VersionCommand implements Command {

  private final String program;

  VersionCommand(String program) {
    this.program = program;
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command();
  }

  @Override
  public List<String> examples() {
    return List.of(program + " version", program + " --version");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    here.out().println(program + " " + here.version());
    here.out().println("installed in " + here.library());
    here.out()
        .println(
            "Java "
                + System.getProperty("java.runtime.version")
                + " in "
                + System.getProperty("java.home"));
    return 0;
  }
}
