package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;

/** Whether a command has a terminal that it can fill. */
public final class FullScreenTerminal {

  private FullScreenTerminal() {}

  /** Whether both ends are one that is not dumb, and is large enough. */
  public static boolean isThere(Surroundings here) throws IOException {
    String type = here.environment().getOrDefault("TERM", "dumb");
    return here.terminals().in()
        && here.terminals().out()
        && !type.equals("dumb")
        && FullScreen.layout(type).isLargeEnough();
  }
}
