package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.patch.LeftOut;
import dev.bawn.launcher.patch.Shown;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import java.io.IOException;
import java.util.List;

/** Changes line by line, harmless, coloured on a terminal. */
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

  /** Prints them, and gives the exit status: 1 where something is not shown. */
  int print(Layers layers, Selection selection) throws IOException {
    List<LeftOut> leftOut =
        new Shown(this::line).all(layers, selection.changes(), selection.movedOut(layers));
    return leftOut(leftOut, selection, "not shown", session, here);
  }

  /**
   * Reports what is missing, git's own files in one line.
   *
   * @return the exit status: 1 where work is missing; what git keeps for itself is none, but for
   *     commits
   */
  static int leftOut(
      List<LeftOut> leftOut,
      Selection selection,
      String how,
      SessionName session,
      Surroundings here) {
    long ofGit = leftOut.stream().filter(LeftOut::isOfGit).count();
    boolean committed = leftOut.stream().anyMatch(each -> GitFiles.areCommitsOf(each.path()));
    if (ofGit > 0) {
      here.note(
          "bawn: "
              + how
              + ": "
              + ofGit
              + " of git's own files"
              + (committed ? ", with commits: bawn status " + session : ""));
    }
    for (LeftOut each : leftOut) {
      if (!each.isOfGit()) {
        here.note("bawn: " + how + ": " + each.path().shown() + ": " + each.reason());
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
