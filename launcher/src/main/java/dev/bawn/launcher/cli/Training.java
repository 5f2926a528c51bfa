package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Rehearsal;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/**
 * Does once what a start of {@code bawn} does, when it is installed: the JVM writes down the
 * classes that it saw, ready for use, and later starts take them from there. Whatever is on the way
 * of a real start belongs in here; a rehearsal changes nothing and ends normally.
 */
final class Training {

  private Training() {}

  public static void main(String[] words) {
    Surroundings here = Surroundings.ofThisProcess();
    Rehearsal.of(Commands.program(), here, REHEARSED);
  }

  private static final List<List<String>> REHEARSED =
      List.of(List.of("help"), List.of("version"), List.of("version", "--help"));
}
