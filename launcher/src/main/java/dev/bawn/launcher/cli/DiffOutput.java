package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.patch.LeftOut;
import dev.bawn.launcher.patch.Shown;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import java.io.IOException;
import java.util.List;

/** Prints changes line by line, with unprintable characters escaped, in colour on a terminal. */
final class DiffOutput {

  private static final String PLAIN = "\u001b[0m";

  private final SessionName session;
  private final Surroundings here;
  private final boolean coloured;

  DiffOutput(SessionName session, Surroundings here) {
    this.session = session;
    this.here = here;
    this.coloured = here.terminals().colouredOut(here.environment());
  }

  /** Prints the changes, and returns the exit status: 1 if some are left out. */
  int print(Layers layers, Selection selection) throws IOException {
    List<LeftOut> leftOut =
        new Shown(this::line).all(layers, selection.changes(), selection.movedOut(layers));
    return leftOut(leftOut, layers, selection, "not shown", session, here);
  }

  /**
   * Reports the changes that are left out, git's own files in one line.
   *
   * @return the exit status: 1 if work is left out; git's own files are no work, except for commits
   */
  static int leftOut(
      List<LeftOut> leftOut,
      Layers layers,
      Selection selection,
      String how,
      SessionName session,
      Surroundings here)
      throws IOException {
    long ofGit = leftOut.stream().filter(LeftOut::isOfGit).count();
    boolean committed = false;
    for (Change change : selection.changes()) {
      committed |= layers.git().areCommits(change);
    }
    if (ofGit > 0) {
      here.note(
          "bawn: "
              + how
              + ": "
              + ofGit
              + " of git's own files"
              + (committed ? "; for the commits, see: bawn status " + session : ""));
    }
    for (LeftOut each : leftOut) {
      if (!each.isOfGit()) {
        here.note("bawn: " + how + ": " + each.path().named() + ": " + each.reason());
      }
    }
    boolean ignored = selection.reportIgnored(how, here);
    return committed || ignored || leftOut.size() > ofGit ? 1 : 0;
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
