package dev.bawn.contract.sandbox;

import dev.bawn.contract.failure.Refused;
import java.util.ArrayList;
import java.util.List;

/** Steps as arguments of bubblewrap(1), one to one and in order. */
public final class BubblewrapArguments {

  private BubblewrapArguments() {}

  /** The arguments, without the program's name before and the command after them. */
  public static List<String> of(List<SandboxStep> steps) {
    List<String> arguments = new ArrayList<>();
    for (SandboxStep step : steps) {
      arguments.addAll(step.arguments(false));
    }
    return arguments;
  }

  /**
   * What {@code open-mounts} is told, which opens the paths of the host and hands bubblewrap
   * descriptors in their place: for each step a count and as many words. The words are the
   * arguments, and before each path of the host stands its identity.
   */
  public static List<String> counted(List<SandboxStep> steps) {
    List<String> words = new ArrayList<>();
    for (SandboxStep step : steps) {
      List<String> each = step.arguments(true);
      words.add(Integer.toString(each.size()));
      words.addAll(each);
    }
    return words;
  }

  /**
   * The steps that such arguments build.
   *
   * @throws IllegalArgumentException if one of them is none of ours
   */
  public static List<SandboxStep> steps(List<String> arguments) {
    try {
      return new ArgumentsReader(arguments).steps();
    } catch (Refused e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
