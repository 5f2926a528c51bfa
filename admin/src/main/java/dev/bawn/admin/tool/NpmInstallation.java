package dev.bawn.admin.tool;

import dev.bawn.admin.mirror.BoundedOutput;
import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.mirror.Watched;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.TimedOut;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * An installation by npm, in a sandbox and with a uid that no account has: packages run their own
 * code.
 */
final class NpmInstallation {

  private static final String NPM = "/usr/bin/npm";

  /**
   * The longest time without output: npm prints nothing while it downloads, and a package can be
   * large.
   */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  /** The limit of the whole time; timeout(1) ends npm then, with its own exit status. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final int TIMED_OUT = 124;
  private static final int MOST_TALK = 1 << 16;

  /** The message of npm, and the message of libc. */
  private static final Pattern FULL = Pattern.compile("ENOSPC|No space left on device");

  private static final String ADOPT =
      "install the package as yourself, and adopt its directory: --from DIR";

  private final ToolSource.Registry source;
  private final BoundedSpace space;

  /**
   * @param source the package and its registry
   * @param space the only directory that npm can write to
   */
  NpmInstallation(ToolSource.Registry source, BoundedSpace space) {
    this.source = source;
    this.space = space;
  }

  /**
   * Runs npm. When this method returns, npm itself has ended; processes that it started may still
   * run.
   *
   * @param installer a uid that no account has, in the namespace of the space
   * @param library the directory {@code lib/bawn}, which contains the seccomp filter
   * @param messages receives a sentence if it takes longer than a second
   * @throws TimedOut if npm prints nothing for too long, or runs too long
   * @throws Refused if npm is not installed, or the package does not fit into the space
   * @throws Failed with the first error that npm printed
   */
  void run(OwnerChild installer, Path library, Consumer<String> messages) throws IOException {
    if (!Files.isExecutable(Path.of(NPM))) {
      throw new Refused(
          "npm is not installed",
          "install the package npm, or adopt a copy: tool add … --from DIR");
    }
    ProcessBuilder npm =
        installer.filtered(
            new ToolSandbox(library).installing(space),
            Installation.in(library).jitFilter(),
            words());
    try (Watched watched = new Watched(_ -> messages.accept("npm is running"), SILENCE)) {
      Process child = watched.start(installer, npm);
      watched.keep(child.getInputStream(), MOST_TALK);
      BoundedOutput said = watched.keep(child.getErrorStream(), MOST_TALK);
      requireSuccess(await(watched, child), said.complete());
    }
  }

  private static int await(Watched watched, Process npm) {
    try {
      return watched.await(npm);
    } catch (TimedOut e) {
      throw new TimedOut(
          "timed out after " + SILENCE.toMinutes() + " minutes without output of npm",
          "check that the registry is reachable");
    }
  }

  private void requireSuccess(int status, BoundedOutput said) {
    String name = source.npm().text();
    if (status == TIMED_OUT) {
      throw new TimedOut(
          "timed out: npm did not end within " + PATIENCE.toMinutes() + " minutes", ADOPT);
    }
    if (status != 0 && FULL.matcher(said.text()).find()) {
      throw new Refused(
          name + " takes more than " + space.size() + " while it is installed", ADOPT);
    }
    if (status != 0) {
      throw new Failed(
          "npm could not install " + name + ": " + reason(said.text()),
          "check that the registry is reachable; another one: --registry URL");
    }
  }

  private List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "/usr/bin/timeout",
                "--kill-after=10",
                Long.toString(PATIENCE.toSeconds()),
                "/usr/bin/prlimit",
                "--fsize=" + TreeCopy.MOST_BYTES,
                NPM,
                "install",
                "--global",
                "--prefix=" + ToolSandbox.TREE,
                "--no-audit",
                "--no-fund",
                "--no-update-notifier",
                "--loglevel=error"));
    source.registry().ifPresent(address -> words.add("--registry=" + address));
    words.addAll(List.of("--", source.npm().text()));
    return words;
  }

  /** Returns the first two lines: npm prints the cause first, and the path of its log last. */
  private static String reason(String said) {
    return Printable.of(
        said.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("npm warn"))
            .limit(2)
            .reduce((one, other) -> one + "; " + other)
            .orElse("no reason given"));
  }
}
