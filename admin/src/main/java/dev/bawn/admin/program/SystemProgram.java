package dev.bawn.admin.program;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.ProgramPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A program of the system, found in fixed directories and started with a clean environment. Its
 * output is kept up to a bound; the rest is read and dropped, so that it never blocks.
 */
public final class SystemProgram {

  private static final List<String> PLACES = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final int MOST_OUTPUT = 1 << 20;

  private final Path program;

  private SystemProgram(Path program) {
    this.program = program;
  }

  /**
   * Returns the program of this name.
   *
   * @throws Failed if it is not installed
   */
  public static SystemProgram named(String name) {
    return find(name)
        .orElseThrow(
            () -> new Failed("'" + name + "' is not installed", ProgramPackage.hint(name)));
  }

  /** Returns the program of this name; empty if it is not installed. */
  public static Optional<SystemProgram> find(String name) {
    return PLACES.stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(SystemProgram::new);
  }

  /** Returns its path. */
  public Path path() {
    return program;
  }

  /**
   * The result of a program.
   *
   * @param status its exit status
   * @param output its output on both streams, at most 1 MiB
   */
  public record Result(int status, String output) {

    /** Returns the last line that is not blank, where programs print their error. */
    public String lastLine() {
      return output.lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("no output");
    }
  }

  /** Runs the program to its end. */
  public Result run(String... arguments) throws IOException {
    return run(Arrays.asList(arguments));
  }

  /** Runs the program to its end. */
  public Result run(List<String> arguments) throws IOException {
    ProcessBuilder builder = builder(arguments).redirectErrorStream(true);
    Process process = builder.start();
    try (InputStream in = process.getInputStream()) {
      byte[] kept = in.readNBytes(MOST_OUTPUT);
      in.transferTo(OutputStream.nullOutputStream());
      return new Result(await(process), new String(kept, StandardCharsets.UTF_8));
    }
  }

  /**
   * Runs the program to its end with the rights of a uid, whose group has the same number. It can
   * get back neither root's rights nor those of a setuid program.
   */
  public Result runAs(Uid uid, List<String> arguments) throws IOException {
    String number = uid.toString();
    List<String> words =
        new ArrayList<>(
            List.of("--reuid", number, "--regid", number, "--clear-groups", "--no-new-privs"));
    words.add("--");
    words.add(program.toString());
    words.addAll(arguments);
    return SystemProgram.named("setpriv").run(words);
  }

  /** Receives the output of a program, of any length. */
  @FunctionalInterface
  public interface Reader {
    /** Reads the output to its end. */
    void read(InputStream printed) throws IOException;
  }

  /**
   * Runs the program to its end, and passes on its standard output while it runs. Its standard
   * error is dropped.
   *
   * @return its exit status
   */
  public int read(List<String> arguments, Reader reader) throws IOException {
    ProcessBuilder builder = builder(arguments).redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    try (InputStream in = process.getInputStream()) {
      reader.read(in);
      return await(process);
    }
  }

  /**
   * Starts the program, which must end when its standard input is closed. Standard error is merged
   * into its standard output.
   */
  public Process start(String... arguments) throws IOException {
    ProcessBuilder builder = builder(Arrays.asList(arguments));
    return builder.redirectInput(ProcessBuilder.Redirect.PIPE).redirectErrorStream(true).start();
  }

  private ProcessBuilder builder(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectInput(Path.of("/dev/null").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", String.join(":", PLACES));
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder;
  }

  /**
   * Runs the program and requires success.
   *
   * @return its output
   * @throws Failed with its last line, if its exit status is not 0
   */
  public String must(String... arguments) throws IOException {
    Result result = run(arguments);
    if (result.status() != 0) {
      throw new Failed(
          program.getFileName()
              + " failed ("
              + result.status()
              + "): "
              + Printable.of(result.lastLine()),
          "");
    }
    return result.output();
  }

  private static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw Failed.interrupted(e);
    }
  }
}
