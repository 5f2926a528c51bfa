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

/** An installation by npm, whose packages run code of their own: in a sandbox, by nobody. */
final class NpmInstallation {

  private static final String NPM = "/usr/bin/npm";

  /** npm says nothing while it loads, and a package can be large. */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  /** One that goes on and on, saying something now and then, ends with timeout(1)'s status. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final int TIMED_OUT = 124;
  private static final int MOST_TALK = 1 << 16;

  /** As npm, and as libc says it. */
  private static final Pattern FULL = Pattern.compile("ENOSPC|No space left on device");

  private static final String ADOPT =
      "install the package as yourself, and adopt its directory: --from DIR";

  private final ToolSource.Registry source;
  private final BoundedSpace space;

  /**
   * @param source the package, and where it is
   * @param space the only place that npm can write to
   */
  NpmInstallation(ToolSource.Registry source, BoundedSpace space) {
    this.source = source;
    this.space = space;
  }

  /**
   * Fills the space. When this returns npm itself has ended; what it started may still run.
   *
   * @param installer whose number nobody else has, and who sees the space
   * @param library the directory {@code lib/bawn}, which has the filter
   * @param talk hears that it takes longer than a second
   * @throws TimedOut if npm falls silent, or does not come to an end
   * @throws Refused if there is no npm, or the package does not fit the space
   * @throws Failed with what npm said first
   */
  void run(OwnerChild installer, Path library, Consumer<String> talk) throws IOException {
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
    try (Watched watched = new Watched(_ -> talk.accept("npm is running"), SILENCE)) {
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

  /** npm tells the cause first, and where it wrote a log of it last. */
  private static String reason(String said) {
    return Printable.of(
        said.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("npm warn"))
            .limit(2)
            .reduce((one, other) -> one + "; " + other)
            .orElse("no reason given"));
  }
}
