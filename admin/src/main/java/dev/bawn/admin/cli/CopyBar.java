package dev.bawn.admin.cli;

import dev.bawn.admin.mirror.Progress;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import java.util.Locale;

/**
 * A line on the terminal that fills while a first mirror is made, and is gone when it is there. No
 * name of a project's stands in it but the path that was typed.
 */
final class CopyBar implements Progress {

  private static final int BAR = 20;
  private static final String CLEAR = "\r\u001b[K";

  private final Surroundings here;
  private boolean isDrawn;

  CopyBar(Surroundings here) {
    this.here = here;
  }

  /** Whether there is a terminal that can draw a line again. */
  static boolean canBeShown(Surroundings here) {
    String terminal = here.environment().getOrDefault("TERM", "dumb");
    return here.terminals().err() && !terminal.equals("dumb");
  }

  @Override
  public void copied(ProjectPath project, int percent, long files) {
    here.err().print(CLEAR + line(project, percent, files, Width.ofTerminal(here)));
    here.err().flush();
    isDrawn = true;
  }

  /** One line, never longer than the terminal is wide: a second one could not be drawn again. */
  static String line(ProjectPath project, int percent, long files, int width) {
    int full = BAR * percent / 100;
    String bar = "#".repeat(full) + "-".repeat(BAR - full);
    String line =
        String.format(Locale.ROOT, "[%s] %3d %% of %,d files  %s", bar, percent, files, project);
    return line.length() < width ? line : line.substring(0, width - 1);
  }

  @Override
  public void end() {
    if (isDrawn) {
      here.err().print(CLEAR);
      here.err().flush();
      isDrawn = false;
    }
  }
}
