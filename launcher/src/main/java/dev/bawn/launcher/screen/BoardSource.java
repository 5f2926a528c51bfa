package dev.bawn.launcher.screen;

import java.util.List;
import java.util.Optional;

/** What the board shows, and what its keys do. Called from several threads. */
public interface BoardSource {

  /**
   * All sessions, and the terminal of one.
   *
   * @param sessions sorted by name
   * @param terminal see {@link #terminal}
   */
  record Look(List<BoardSession> sessions, List<String> terminal) {

    public Look {
      sessions = List.copyOf(sessions);
      terminal = List.copyOf(terminal);
    }
  }

  /**
   * Looks at all sessions.
   *
   * @param selected the session whose terminal is shown
   */
  Look look(Optional<BoardSession> selected);

  /** The lines that the terminal of a session shows, or showed at its end, harmless. */
  List<String> terminal(BoardSession session);

  /** Shows the terminal of a session in this one, until the user detaches. */
  void attach(String name);

  /** Reviews a session in this terminal. */
  void review(String name);

  /**
   * Types a line into a session, and Enter.
   *
   * @return why it could not be typed; nothing if it was
   */
  Optional<String> send(String name, String line);

  /** Stops all processes of a session, or continues them. Gives what was said about it. */
  String pause(String name, boolean isPaused);

  /** Starts an earlier session again in the background. Gives what was said about it. */
  String restart(String name);

  /** Ends a session; takes as long as the session does. Gives what was said about it. */
  String kill(String name);
}
