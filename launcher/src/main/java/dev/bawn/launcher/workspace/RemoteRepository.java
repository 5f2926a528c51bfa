package dev.bawn.launcher.workspace;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A repository of another machine. {@code libexec/fetch-repository} fetches it, in a sandbox. The
 * server controls its output, so only a bundle is read from it.
 *
 * @param program that fetches
 * @param filter the seccomp filter of the sandbox
 * @param bubblewrap that makes the sandbox
 * @param address an https URL
 * @param reference a branch or a tag; empty for the default branch
 * @param environment variables for proxies and certificates
 */
public record RemoteRepository(
    Path program,
    Path filter,
    Path bubblewrap,
    String address,
    String reference,
    Map<String, String> environment) {

  /** The longest duration of a fetch, in seconds. */
  private static final int MOST_SECONDS = 600;

  /**
   * The message of git about a process that wrote a larger file than prlimit(1) allows: SIGXFSZ.
   */
  private static final String TOO_LARGE = "signal 25";

  public RemoteRepository {
    environment = Map.copyOf(environment);
  }

  /**
   * Fetches the repository.
   *
   * @param directory an empty directory
   * @return the bundle
   * @throws Failed if the fetch fails
   * @throws dev.bawn.contract.failure.Refused if git is not installed
   */
  Path fetch(Path directory) throws IOException {
    GitProcess.requireInstalled();
    Path errors = directory.resolveSibling("errors");
    ProcessBuilder fetch =
        new ProcessBuilder(
                program.toString(),
                filter.toString(),
                bubblewrap.toString(),
                directory.toString(),
                address,
                reference)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.to(errors.toFile()));
    fetch.environment().clear();
    fetch.environment().putAll(environment);
    int status = status(fetch.start());
    String said = GitProcess.said(errors);
    Files.delete(errors);
    if (status != 0) {
      throw new Failed(
          "git cannot fetch "
              + address
              + ": "
              + (said.contains(TOO_LARGE) ? "it is larger than 4 GiB" : Printable.of(said)),
          "see: git ls-remote " + address);
    }
    return directory.resolve("bundle");
  }

  private int status(Process fetch) {
    try {
      if (fetch.waitFor(MOST_SECONDS, SECONDS)) {
        return fetch.exitValue();
      }
      throw new Failed(
          "git cannot fetch " + address + " within " + MOST_SECONDS / 60 + " minutes",
          "clone it yourself, then: bawn launch --workspace clone");
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    } finally {
      fetch.destroyForcibly();
    }
  }
}
