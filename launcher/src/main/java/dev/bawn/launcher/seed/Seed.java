package dev.bawn.launcher.seed;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.trust.FileIdentity;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of a person's that is copied into a session's home.
 *
 * @param from where it lies, below the person's home, without links
 * @param to where it is put, below the session's home
 * @param kind what it is
 * @param keys the only ones that are taken of it; none where all of it is
 * @param found what it was when it was looked at
 */
public record Seed(Path from, Path to, Kind kind, List<String> keys, FileIdentity found) {

  /** What a file is to its person. */
  public enum Kind implements Spelling {
    /** Instructions, skills, settings. */
    SETTINGS,
    /** What the tool proves with that its person may use its service. */
    LOGIN
  }

  public Seed {
    keys = List.copyOf(keys);
  }

  /** For people: where it lies in any home, and whether all of it is taken. */
  public String shown() {
    return keys.isEmpty() ? "~/" + to : "~/" + to + " (in part)";
  }
}
