package dev.bawn.admin.cli;

import dev.bawn.admin.mirror.Progress;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import java.util.Locale;

/**
 * A progress bar on the terminal while a first mirror is created; it is removed at the end. It
 * displays no name of a project except the path that the user typed.
 */
final class CopyBar implements Progress {

  private static final int BAR = 20;
  private static final String CLEAR = "\r\u001b[K";

  private final Surroundings here;
  private boolean isDrawn;

  CopyBar(Surroundings here) {
    this.here = here;
  }

  /** Tells whether standard error is a terminal that can overwrite a line. */
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

  /** Formats one line, shorter than the terminal is wide: two lines could not be overwritten. */
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
