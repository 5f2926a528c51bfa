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
   * The input of {@code open-mounts}, which opens the paths of the host and passes descriptors to
   * bubblewrap instead: for each step a count and as many arguments. They are the arguments of
   * bubblewrap, with an identity before each path of the host.
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
   * The steps in such arguments.
   *
   * @throws IllegalArgumentException if one of them is not valid
   */
  public static List<SandboxStep> steps(List<String> arguments) {
    try {
      return new ArgumentsReader(arguments).steps();
    } catch (Refused e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
