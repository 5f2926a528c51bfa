package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.SystemLayout;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The process of a program: its streams, environment and user, and the machine. The entry point
 * passes it on, so that a test can replace the machine.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param terminals which of the three are terminals
 * @param clock gives the time
 * @param environment the caller's, as far as the start stub passed it on
 * @param user of the process
 * @param layout the directories of the system
 * @param library the directory {@code lib/bawn} of this installation
 * @param directory the caller's working directory
 * @param version of this installation
 */
public record Surroundings(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Terminals terminals,
    Clock clock,
    Map<String, String> environment,
    Uid user,
    SystemLayout layout,
    Path library,
    Path directory,
    String version) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** These surroundings with another value of an environment variable. */
  public Surroundings with(String variable, String value) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(variable, value);
    return new Surroundings(
        in, out, err, terminals, clock, changed, user, layout, library, directory, version);
  }

  /** These surroundings with another standard error. */
  public Surroundings with(PrintStream other) {
    return new Surroundings(
        in, out, other, terminals, clock, environment, user, layout, library, directory, version);
  }

  /** The directories in which a shell of the caller looks for programs. */
  public List<Path> searchPath() {
    return Stream.of(environment.getOrDefault("PATH", "").split(":"))
        .filter(directory -> directory.startsWith("/"))
        .map(Path::of)
        .toList();
  }

  /** Prints a message on standard error, broken into lines for a terminal. */
  public void note(String message) {
    err.println(WrappedText.message(message, this));
  }

  /**
   * This process, as its start stub describes it.
   *
   * @throws Failed if no start stub started it
   */
  public static Surroundings ofThisProcess() {
    return new Surroundings(
        System.in,
        System.out,
        System.err,
        Terminals.of(described("terminals")),
        Clock.systemUTC(),
        callersEnvironment(),
        new Uid(Integer.parseInt(described("uid"))),
        SystemLayout.SYSTEM,
        Path.of(described("lib")),
        Path.of(described("cwd")),
        described("version"));
  }

  /**
   * The environment of the caller: the start stub changes three variables for the JVM, and passes
   * their old values on.
   */
  private static Map<String, String> callersEnvironment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    String path = System.getProperty("bawn.path");
    String locale = System.getProperty("bawn.locale");
    if (path != null && locale != null) {
      environment.put("PATH", path);
      environment.put("LC_ALL", locale);
    }
    String javaHome = System.getProperty("bawn.java.home", "");
    if (!javaHome.isEmpty()) {
      environment.put("JAVA_HOME", javaHome);
    }
    return environment;
  }

  private static String described(String what) {
    String value = System.getProperty("bawn." + what);
    if (value == null) {
      throw new Failed(
          "this program was not started by its start script", "run bawn or bawn-admin");
    }
    return value;
  }
}
