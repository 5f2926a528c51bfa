package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.patch.LeftOut;
import dev.bawn.launcher.patch.Shown;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import java.util.List;

/** Changes line by line, harmless, coloured on a terminal. */
final class DiffOutput {

  private static final String PLAIN = "\u001b[0m";

  private final Surroundings here;
  private final boolean coloured;

  DiffOutput(Surroundings here) {
    this.here = here;
    this.coloured = here.terminals().colouredOut(here.environment());
  }

  void print(Layers layers, List<Change> changes) {
    List<LeftOut> leftOut = new Shown(this::line).all(layers, changes);
    leftOut(leftOut, "not shown", here);
  }

  /** Says what is missing, git's own files in one line. */
  static void leftOut(List<LeftOut> leftOut, String how, Surroundings here) {
    long ofGit = leftOut.stream().filter(LeftOut::isOfGit).count();
    if (ofGit > 0) {
      here.err().println("bawn: " + how + ": " + ofGit + " of git's own files");
    }
    for (LeftOut each : leftOut) {
      if (!each.isOfGit()) {
        here.err().println("bawn: " + how + ": " + each.path().shown() + ": " + each.reason());
      }
    }
  }

  private void line(String line) {
    String colour = coloured ? colour(line) : "";
    here.out().println(colour.isEmpty() ? line : colour + line + PLAIN);
  }

  private static String colour(String line) {
    if (line.startsWith("diff --git ")) {
      return "\u001b[1m";
    }
    return switch (line.charAt(0)) {
      case '+' -> "\u001b[32m";
      case '-' -> "\u001b[31m";
      case '@' -> "\u001b[36m";
      default -> "";
    };
  }
}
