package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.Quarantine;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commits that an agent made in its overlay, as a bundle that {@code libexec/overlay-bundle}
 * writes with the agent's rights, in a sandbox. It ends git after two minutes.
 *
 * @param enter the command line of a start, without the command
 * @param name the agent and its project
 */
record AgentBundle(List<String> enter, SessionName name) implements Quarantine.Source {

  private static final String COMMAND = "-bundle";

  /** The exit status of timeout(1). */
  private static final int TIMED_OUT = 124;

  private static final int CHUNK = 1 << 16;

  @Override
  public boolean write(Path bundle, List<String> known) throws IOException {
    Path said = bundle.resolveSibling("errors");
    Path asked = bundle.resolveSibling("known");
    Files.write(asked, known.stream().map(each -> "^" + each).toList());
    List<String> command = new ArrayList<>(enter);
    command.add(COMMAND);
    Process git =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectInput(asked.toFile())
            .redirectError(Redirect.to(said.toFile()))
            .start();
    copy(git, bundle);
    int status = status(git);
    String text = SessionBundle.said(said);
    if (status == 0 || text.contains(SessionBundle.EMPTY)) {
      return status == 0;
    }
    throw status == TIMED_OUT
        ? new Refused(
            "git timed out while it read the commits of " + name, "merge the changed files instead")
        : new Failed(
            "git wrote no bundle of the commits of " + name + ": " + Printable.of(text.strip()),
            "see: bawn launch " + name + " -- git log");
  }

  /** Copies the bundle up to the largest size; when the pipe is closed, the writer ends. */
  private static void copy(Process git, Path bundle) throws IOException {
    try (InputStream in = git.getInputStream();
        OutputStream out = Files.newOutputStream(bundle)) {
      byte[] chunk = new byte[CHUNK];
      long left = Quarantine.LARGEST;
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        left -= n;
        if (left < 0) {
          throw SessionBundle.tooLarge();
        }
        out.write(chunk, 0, n);
      }
    }
  }

  private static int status(Process git) {
    try {
      return git.waitFor();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
