package dev.bawn.launcher.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.SeenState;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ReplacedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The latest policy of each agent that the caller has seen, so that an older one is detected (V5).
 * Each agent has a file, {@code $XDG_STATE_HOME/bawn/seen/AGENT}, with its uid, a space, the serial
 * and a line break.
 */
public final class SeenSerials {

  private final Optional<Path> directory;

  private SeenSerials(Optional<Path> directory) {
    this.directory = directory;
  }

  /**
   * The record of the caller.
   *
   * @param environment names the directory by {@code XDG_STATE_HOME} or {@code HOME}; without
   *     either nothing is remembered
   */
  public static SeenSerials in(Map<String, String> environment) {
    Optional<Path> state = PersonalDirectory.STATE.in(environment);
    // no lambda: each start calls this
    return new SeenSerials(
        state.isPresent() ? Optional.of(state.get().resolve("seen")) : Optional.empty());
  }

  /** The directory of the files, if anything is remembered. */
  public Optional<Path> directory() {
    return directory;
  }

  /**
   * The latest policy so far.
   *
   * @throws Refused if the file has other content
   */
  public Optional<SeenState> latest(AgentName agent) {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path file = directory.get().resolve(agent.text());
    try {
      return Optional.of(parse(Files.readString(file).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new Refused(
          file
              + " is damaged; bawn records there the newest policy of "
              + agent
              + " that you have seen",
          "remove that file, then: bawn verify " + agent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SeenState parse(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("no uid and serial");
    }
    return new SeenState(
        new Uid(Integer.parseInt(text, 0, space, 10)),
        new Serial(Long.parseLong(text, space + 1, text.length(), 10)));
  }

  /**
   * Remembers a verified policy.
   *
   * @return whether it could be written
   */
  public boolean remember(AgentName agent, SeenState seen) {
    if (directory.isEmpty()) {
      return false;
    }
    Optional<SeenState> latest = latest(agent);
    if (latest.isPresent() && !seen.isLaterThan(latest.get())) {
      return true;
    }
    try {
      ReplacedFile.write(
          directory.get().resolve(agent.text()), seen.uid() + " " + seen.serial() + "\n");
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
