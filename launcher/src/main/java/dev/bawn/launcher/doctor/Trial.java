package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.doctor.AttackResult.Outcome;
import dev.bawn.launcher.plan.StartPlan;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Attacks the machine from inside a session, once and harmlessly: a script does what a malicious
 * agent would do, and this class checks the results. The output of the session comes from an agent:
 * only lines of one form count, and whether a process outlives the session is read from the kernel.
 */
public final class Trial {

  private static final int MOST_OUTPUT = 1 << 16;
  private static final String ERROR = "bawn: error: ";
  private static final String HINT = "bawn: hint: ";
  private static final Duration MOMENT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Pattern LINE =
      Pattern.compile("(possible|refused|absent|untried) ([a-z-]+)");

  private final Path proc;
  private final boolean appArmor;

  /**
   * @param proc the path of {@code /proc}
   * @param appArmor whether this kernel enforces policies
   */
  public Trial(Path proc, boolean appArmor) {
    this.proc = proc;
    this.appArmor = appArmor;
  }

  /**
   * Runs all attacks.
   *
   * @param start of the agent, verified
   * @param home the caller's
   * @param plan makes the plan of a session that runs these arguments
   * @throws Failed if no session could be started
   */
  public List<AttackResult> run(
      VerifiedStart start, Path home, Function<List<String>, StartPlan> plan) throws IOException {
    Manifest manifest = start.manifest();
    String number = Long.toString(ProcessHandle.current().pid());
    Path canary = Files.createTempFile("bawn-canary-", "");
    try (ServerSocket loopback = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> words =
          List.of(
              shell(manifest),
              "-c",
              script(),
              "bawn-try",
              home.toString(),
              number,
              Integer.toString(loopback.getLocalPort()),
              canary.toString(),
              number);
      Map<Attack, Outcome> outcomes = outcomes(said(plan.apply(words), manifest));
      if (outlives("57." + number)) {
        outcomes.put(Attack.OUTLIVE, Outcome.POSSIBLE);
      }
      return judged(outcomes, manifest, start.assignment().workspace());
    } finally {
      Files.delete(canary);
    }
  }

  /** The shell with the most built-in commands, since the agent may have few programs. */
  private static String shell(Manifest manifest) {
    boolean bash =
        manifest.commands().stream().anyMatch(command -> command.name().text().equals("bash"));
    return bash ? "bash" : "sh";
  }

  private static String script() throws IOException {
    try (InputStream in = Trial.class.getResourceAsStream("attacks.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The output of the session, which has no terminal and none of the caller's streams. */
  private static String said(StartPlan session, Manifest manifest) throws IOException {
    Process process =
        new ProcessBuilder(session.words())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    try (InputStream in = process.getInputStream()) {
      String said = new String(in.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new Failed(
            printed(said, ERROR).orElse("no session could be started"),
            printed(said, HINT).orElse("see: bawn verify " + manifest.agent()));
      }
      return said;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private static Optional<String> printed(String said, String prefix) {
    return said.lines()
        .filter(line -> line.startsWith(prefix))
        .findFirst()
        .map(line -> Printable.of(line.substring(prefix.length())));
  }

  /** The outcomes in the output; an attack that is missing there was not tried. */
  static Map<Attack, Outcome> outcomes(String said) {
    Map<Attack, Outcome> outcomes = new EnumMap<>(Attack.class);
    for (Attack attack : Attack.values()) {
      outcomes.put(attack, Outcome.UNTRIED);
    }
    said.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(line ->
            Spelling.of(Attack.values(), line.group(2))
                .ifPresent(attack -> outcomes.put(attack, outcome(line.group(1)))));
    return outcomes;
  }

  private static Outcome outcome(String word) {
    return Spelling.of(Outcome.values(), word).orElse(Outcome.UNTRIED);
  }

  /**
   * Tells whether a process outlives the session. bubblewrap reports the end of the command a
   * moment before the kernel kills the rest of the session's PID namespace, so the check waits that
   * long.
   */
  private boolean outlives(String argument) {
    long over = System.nanoTime() + MOMENT.toNanos();
    boolean there = runsStill(argument);
    while (there && System.nanoTime() < over) {
      LockSupport.parkNanos(PAUSE.toNanos());
      there = runsStill(argument);
    }
    return there;
  }

  /**
   * Tells whether a process has this last argument, which only processes of the session can have.
   */
  private boolean runsStill(String argument) {
    return ProcessEntry.all(proc).stream()
        .anyMatch(process -> process.text("cmdline").endsWith("\0" + argument + "\0"));
  }

  private List<AttackResult> judged(
      Map<Attack, Outcome> outcomes, Manifest manifest, Workspace workspace) {
    List<AttackResult> tried = new ArrayList<>();
    if (!appArmor) {
      outcomes.replace(Attack.SHED_LABEL, Outcome.REFUSED, Outcome.ABSENT);
    }
    outcomes.forEach((attack, outcome) ->
        tried.add(
            new AttackResult(
                attack,
                outcome,
                attack.excuse(appArmor, manifest.network(), manifest.execution(), workspace))));
    return tried;
  }
}
