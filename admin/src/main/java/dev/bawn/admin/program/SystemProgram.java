package dev.bawn.admin.program;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
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
 * A program of the system, found in fixed places and started with a clean environment. What it
 * prints is kept up to a bound; the rest is read and dropped, so that it never blocks.
 */
public final class SystemProgram {

  private static final List<String> PLACES = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final int MOST_OUTPUT = 1 << 20;

  private final Path program;

  private SystemProgram(Path program) {
    this.program = program;
  }

  /**
   * The program of this name.
   *
   * @throws Failed if it is not installed
   */
  public static SystemProgram named(String name) {
    return find(name)
        .orElseThrow(
            () -> new Failed("'" + name + "' is not installed", "install the package that has it"));
  }

  /** The program of this name, where it is installed. */
  public static Optional<SystemProgram> find(String name) {
    return PLACES.stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(SystemProgram::new);
  }

  /** Where it is. */
  public Path path() {
    return program;
  }

  /**
   * How a program ended.
   *
   * @param status its exit status
   * @param output what it printed on both streams, at most 1 MiB
   */
  public record Result(int status, String output) {

    /** Its last line that is not empty: where programs say what was wrong. */
    public String lastLine() {
      return output.lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("no output");
    }
  }

  /** Runs it to its end, whatever that is. */
  public Result run(String... arguments) throws IOException {
    return run(Arrays.asList(arguments));
  }

  /** Runs it to its end, whatever that is. */
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
   * Runs it to its end with the rights of a uid, whose group has the same number: root's are given
   * up for good, as are those that a setuid program would bring.
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

  /** Takes what a program prints, however much that is. */
  @FunctionalInterface
  public interface Reader {
    /** Reads it to its end. */
    void read(InputStream printed) throws IOException;
  }

  /**
   * Runs it to its end, and hands over what it prints while it does. What it says on its other
   * stream is dropped.
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
   * Starts it, for as long as the stream to it is open: it must end with that. Both of its streams
   * come as one.
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
   * Runs it, and takes nothing but success.
   *
   * @return what it printed
   * @throws Failed with its last line, if it ends with another status than 0
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
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
