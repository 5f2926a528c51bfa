package dev.bawn.launcher.screen;

import java.util.List;
import java.util.Optional;

/** The data and the actions of the board. Several threads call the methods. */
public interface BoardSource {

  /**
   * A reading of all sessions and of one terminal.
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
   * Reads all sessions.
   *
   * @param selected the session whose terminal is displayed
   */
  Look look(Optional<BoardSession> selected);

  /**
   * The lines on the terminal of a session, or the last ones of an ended session, safe to display.
   */
  List<String> terminal(BoardSession session);

  /** Displays the terminal of a session in the caller's terminal, until the user detaches. */
  void attach(String name);

  /** Reviews a session in this terminal. */
  void review(String name);

  /**
   * Types a line into a session, and Enter.
   *
   * @return the reason why that failed; empty on success
   */
  Optional<String> send(String name, String line);

  /**
   * Stops all processes of a session, or continues them.
   *
   * @return the message for the user
   */
  String pause(String name, boolean isPaused);

  /**
   * Starts an ended session again in the background.
   *
   * @return the message for the user
   */
  String restart(String name);

  /**
   * Ends a session, and waits for its end.
   *
   * @return the message for the user
   */
  String kill(String name);
}
