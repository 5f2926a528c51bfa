package dev.bawn.admin.cli;

import dev.bawn.admin.account.ProjectSessions;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reports the sessions that keep the rights of an earlier policy. */
final class EarlierSessions {

  private EarlierSessions() {}

  /**
   * Prints a warning after a command that removed a right: running sessions keep it until they are
   * started again.
   */
  static void report(Manifest sealed, Surroundings here) throws IOException {
    Path current =
        here.layout().generation(sealed.agent(), sealed.serial()).directory().toRealPath();
    List<String> sessions =
        new ProjectSessions(here.layout().at("proc"), sealed.uid()).earlier(current);
    if (!sessions.isEmpty()) {
      Messages.say(
          here,
          "still running under an earlier policy: "
              + Count.of(sessions.size(), "session")
              + " of "
              + sealed.agent()
              + "; to end: sudo kill "
              + String.join(" ", sessions));
    }
  }
}
