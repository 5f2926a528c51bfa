package dev.bawn.launcher.seed;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.trust.FileIdentity;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of the user that is copied into a session's home.
 *
 * @param from its path below the user's home, without links
 * @param to the path of the copy below the session's home
 * @param kind its kind
 * @param keys the only keys that are copied; empty if the whole file is
 * @param found its identity when it was found
 */
public record Seed(Path from, Path to, Kind kind, List<String> keys, FileIdentity found) {

  /** The kind of a file. */
  public enum Kind implements Spelling {
    /** Instructions, skills, settings. */
    SETTINGS,
    /** The login with which the tool proves that its user may use its service. */
    LOGIN
  }

  public Seed {
    keys = List.copyOf(keys);
  }

  /** Its path in a home, as text; with a note if only a part is copied. */
  public String shown() {
    return keys.isEmpty() ? "~/" + to : "~/" + to + " (in part)";
  }
}
