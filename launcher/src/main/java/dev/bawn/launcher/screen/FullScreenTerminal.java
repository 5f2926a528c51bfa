package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;

/** Decides whether a command can use the full screen. */
public final class FullScreenTerminal {

  private FullScreenTerminal() {}

  /**
   * Tells whether standard input and output are a terminal that is not dumb, and is large enough.
   */
  public static boolean isThere(Surroundings here) throws IOException {
    String type = here.environment().getOrDefault("TERM", "dumb");
    return here.terminals().in()
        && here.terminals().out()
        && !type.equals("dumb")
        && FullScreen.layout(type).isLargeEnough();
  }
}
