package dev.bawn.admin.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.ProjectPath;
import org.junit.jupiter.api.Test;

/** The line with the progress of a copy. */
final class CopyBarTest {

  private static final ProjectPath APP = ProjectPath.of("/home/alice/app");

  @Test
  void it_fills_with_what_has_come() {
    assertEquals(
        "[--------------------]   0 % of 50,000 files  /home/alice/app",
        CopyBar.line(APP, 0, 50_000, 80));
    assertEquals(
        "[##########----------]  50 % of 50,000 files  /home/alice/app",
        CopyBar.line(APP, 50, 50_000, 80));
    assertEquals(
        "[####################] 100 % of 1 files  /home/alice/app", CopyBar.line(APP, 100, 1, 80));
  }

  @Test
  void it_never_reaches_the_edge_of_the_terminal() {
    for (int width = 40; width < 90; width++) {
      assertTrue(CopyBar.line(APP, 50, 50_000, width).length() < width);
    }
  }
}
