package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.RootOwned;
import java.util.List;

/** Commands that correct an owner or a mode. */
public final class RepairCommands {

  private static final String FIRST = "# make sure that nobody changed it, then:";

  private RepairCommands() {}

  /**
   * The commands that give a path back to root.
   *
   * @param otherwise the comment if owner and mode are correct
   */
  public static List<String> of(RootOwned.Problem problem, String otherwise) {
    return problem
        .command()
        .map(command -> List.of(FIRST, command))
        .orElseGet(() -> List.of(otherwise));
  }
}
