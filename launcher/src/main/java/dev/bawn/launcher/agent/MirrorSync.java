package dev.bawn.launcher.agent;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.VerifiedStart;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Updates a session's mirror, with the one command that sudoers permits an operator to run as root.
 */
public final class MirrorSync {

  private static final String PREFIX = "bawn-admin: ";

  /** The prefix of bawn-admin's lines about the progress of a long sync. */
  private static final String PROGRESS = PREFIX + "copying ";

  private final Installation installation;
  private final boolean isQuiet;

  /**
   * @param installation the installation with bawn-admin
   * @param isQuiet whether to omit the progress
   */
  public MirrorSync(Installation installation, boolean isQuiet) {
    this.installation = installation;
    this.isQuiet = isQuiet;
  }

  /** The command line, exactly as in sudoers. */
  public List<String> argv(VerifiedStart start) {
    return List.of(
        installation.sudo().toString(),
        "-n",
        installation.admin().toString(),
        "sync",
        start.manifest().agent().text(),
        start.assignment().id().text());
  }

  /**
   * Updates the mirror.
   *
   * @param here gets the messages of bawn-admin on standard error as this program's
   * @throws Refused if sudo does not permit it
   * @throws Failed if the sync failed
   */
  public void run(VerifiedStart start, Surroundings here) {
    List<String> argv = argv(start);
    int status = status(argv, ProcessBuilder.Redirect.PIPE, here);
    if (status == 0) {
      return;
    }
    if (!isPermitted(argv, here)) {
      throw new Refused(
          "sudo does not let you update the mirror of " + start.assignment().id(),
          "ask root to write sudoers again: sudo bawn-admin reseal " + start.manifest().agent());
    }
    throw new Failed(
        "the mirror of " + start.assignment().id() + " could not be updated",
        "solve that problem, or start with the mirror as it is: --no-sync");
  }

  /**
   * Tells whether sudo permits the command. Called only after a failure, because every call of sudo
   * costs a launch about 10 ms.
   */
  private boolean isPermitted(List<String> argv, Surroundings here) {
    List<String> question = new ArrayList<>(argv);
    question.add(2, "-l");
    return status(question, ProcessBuilder.Redirect.DISCARD, here) == 0;
  }

  /** Runs the command. Standard input and output belong to the session, which has not begun. */
  private int status(List<String> argv, ProcessBuilder.Redirect errors, Surroundings here) {
    try {
      Process sync =
          new ProcessBuilder(argv)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(errors)
              .start();
      try (BufferedReader said = sync.errorReader(StandardCharsets.UTF_8)) {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
          if (!isQuiet || !line.startsWith(PROGRESS)) {
            here.note(line.startsWith(PREFIX) ? "bawn: " + line.substring(PREFIX.length()) : line);
          }
        }
      }
      return sync.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
