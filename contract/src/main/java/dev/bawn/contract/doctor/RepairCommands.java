package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.RootOwned;
import java.util.List;

/** Lines that mend an owner or a mode. */
public final class RepairCommands {

  private static final String FIRST = "# make sure that nobody changed it, then:";

  private RepairCommands() {}

  /**
   * What makes a path root's again.
   *
   * @param otherwise what helps when it is not a matter of owner or mode
   */
  public static List<String> of(RootOwned.Problem problem, String otherwise) {
    return problem
        .command()
        .map(command -> List.of(FIRST, command))
        .orElseGet(() -> List.of(otherwise));
  }
}
