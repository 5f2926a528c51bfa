package dev.bawn.launcher.sessions;

import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;

/** Something in the directory of sessions. */
public sealed interface Listed {

  /** The name of its directory, as it stands there. */
  String name();

  /** One stable word: those of {@link SessionState}, {@code elsewhere} or {@code damaged}. */
  String word();

  /**
   * A session.
   *
   * @param record what was planned
   * @param state what has become of it
   */
  record Sound(SessionRecord record, SessionState state) implements Listed {
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
   * A session of which a part lies in another directory than the environment names.
   *
   * @param directory what lies here of it
   * @param problem which part lies where, in words
   * @param mend what to do
   */
  record Elsewhere(Path directory, String problem, String mend) implements Listed {
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
   * What somebody has damaged.
   *
   * @param directory where it lies
   * @param problem what is wrong, in words
   * @param mend what to do
   */
  record Damaged(Path directory, String problem, String mend) implements Listed {
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
