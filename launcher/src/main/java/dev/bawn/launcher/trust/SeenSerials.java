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
 * The latest state that the caller has seen of each agent, so that an older one is noticed (V5). A
 * file for each agent, {@code $XDG_STATE_HOME/bawn/seen/AGENT}, which holds its uid, a space, the
 * serial and a line break.
 */
public final class SeenSerials {

  private final Optional<Path> directory;

  private SeenSerials(Optional<Path> directory) {
    this.directory = directory;
  }

  /**
   * Those of the caller.
   *
   * @param environment where {@code XDG_STATE_HOME} or {@code HOME} say where they lie; where
   *     neither does, nothing is remembered
   */
  public static SeenSerials in(Map<String, String> environment) {
    Optional<Path> state = PersonalDirectory.STATE.in(environment);
    // no lambda: this is on the way of a start
    return new SeenSerials(
        state.isPresent() ? Optional.of(state.get().resolve("seen")) : Optional.empty());
  }

  /** Where they lie, if anything is remembered. */
  public Optional<Path> directory() {
    return directory;
  }

  /**
   * The latest so far.
   *
   * @throws Refused if the file holds something else
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
   * Remembers a state that was found good.
   *
   * @return whether it could be remembered
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
