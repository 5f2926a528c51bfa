package dev.bawn.launcher.screen;

import java.util.List;

/** The help text for the keys. */
final class ReviewHelp {

  static final List<String> LINES =
      List.of(
          "j k, arrows   next and previous file, or hunk",
          "PgUp PgDn     scroll the diff",
          "g G           first and last file",
          "Tab, space    move between files and hunks",
          "",
          "y r n         accept, reject, decide later: the file, the hunk, or all",
          "              files in the selected directory (y: all but severe hazards)",
          "Y R N         the same for all changes that are not decided",
          "u             undo the last decision",
          "] [           next and previous hazard (!)",
          "c             next conflict (C); it shows the lines of the project, the",
          "              base and the session, in this order",
          "s p           take the session's side of a conflict, or the project's",
          "e             edit a copy, which is merged instead of the file",
          ";             comment on the file or hunk, for the next session",
          "m             merge the accepted changes, discard the rejected ones",
          "q             quit; decisions are kept",
          "Ctrl-L        read everything again",
          "any key goes back");

  private ReviewHelp() {}
}
