package dev.bawn.launcher.screen;

import java.util.List;

/** The help text for the keys of the board. */
final class BoardHelp {

  static final List<String> LINES =
      List.of(
          "j k, arrows   next and previous session",
          "g G           first and last session",
          "Enter, a      attach to the terminal of the session; Ctrl-b d detaches",
          "s             type a line into the session, and Enter after it",
          "p             pause the session, or continue it",
          "x             end the session",
          "R             start an ended session again in the background",
          "r             review the changes of the session",
          "/             show only sessions with a text in their name, status, tool,",
          "              project or tags; an empty text shows all",
          "o             sort by the next column: status, name, time, CPU, memory",
          "Ctrl-L        draw everything again",
          "q             quit; the sessions continue to run",
          "",
          "any key goes back");

  private BoardHelp() {}
}
