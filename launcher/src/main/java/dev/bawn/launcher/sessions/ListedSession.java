package dev.bawn.launcher.sessions;

import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;

/** An entry of the directory of sessions. */
public sealed interface ListedSession {

  /** The name of its directory. */
  String name();

  /** Tells whether it runs. */
  default boolean isRunning() {
    return this instanceof Intact(_, var state) && state instanceof SessionState.Running;
  }

  /** Tells whether its removal has begun, and only has to be finished. */
  default boolean isBeingRemoved() {
    return false;
  }

  /**
   * A word that stays the same between versions: those of {@link SessionState}, {@code elsewhere}
   * or {@code damaged}.
   */
  String word();

  /**
   * A complete session.
   *
   * @param record its record
   * @param state its state
   */
  record Intact(SessionRecord record, SessionState state) implements ListedSession {
    @Override
    public String name() {
      return record.name().text();
    }

    @Override
    public String word() {
      return state.word();
    }
  }

  /**
   * A session with a part in another directory than the environment names.
   *
   * @param directory the part that is here
   * @param problem names the other part and its directory
   * @param hint the hint
   */
  record Elsewhere(Path directory, String problem, String hint) implements ListedSession {
    @Override
    public String name() {
      return directory.getFileName().toString();
    }

    @Override
    public String word() {
      return "elsewhere";
    }
  }

  /**
   * A session whose files are damaged.
   *
   * @param directory its directory
   * @param problem as a sentence
   * @param hint the hint
   * @param isBeingRemoved whether its removal has begun, and any removal may finish it
   */
  record Damaged(Path directory, String problem, String hint, boolean isBeingRemoved)
      implements ListedSession {

    Damaged(Path directory, String problem, String hint) {
      this(directory, problem, hint, false);
    }

    @Override
    public String name() {
      return directory.getFileName().toString();
    }

    @Override
    public String word() {
      return "damaged";
    }
  }
}
