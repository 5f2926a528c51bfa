package dev.bawn.contract.cli;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A program with subcommands: finds the requested one, runs it, and ends with a status. */
public final class Program {

  /** Names of such commands in other programs. */
  private static final Map<String, List<String>> ELSEWHERE =
      Map.of(
          "ls", List.of("list"),
          "rm", List.of("destroy", "delete"),
          "remove", List.of("destroy", "delete"),
          "delete", List.of("destroy"),
          "stop", List.of("kill"),
          "start", List.of("launch"));

  /** The start stub opens this file, for reading, if the caller closed standard output. */
  private static final String FILLED = "/dev/null";

  private final String name;
  private final String purpose;
  private final List<Subcommand> subcommands;
  private final BiFunction<List<String>, Surroundings, Optional<String>> otherwise;

  /**
   * A program without a hint of its own for unknown commands.
   *
   * @param name the command that starts it
   * @param purpose one sentence
   * @param subcommands its table; {@code completion}, {@code version} and {@code help} are added
   * @param manual further text for its manual page, made on demand
   */
  public Program(
      String name, String purpose, List<Subcommand> subcommands, Supplier<Manual> manual) {
    this(name, purpose, subcommands, manual, (_, _) -> Optional.empty());
  }

  /**
   * A program.
   *
   * @param otherwise the hint for arguments that begin with no command, and with no mistyped one
   */
  public Program(
      String name,
      String purpose,
      List<Subcommand> subcommands,
      Supplier<Manual> manual,
      BiFunction<List<String>, Surroundings, Optional<String>> otherwise) {
    this.name = name;
    this.otherwise = otherwise;
    this.purpose = purpose;
    Supplier<Command> help = () -> new HelpCommand(this, manual);
    this.subcommands =
        Stream.concat(
                subcommands.stream(),
                Stream.of(
                    new Subcommand(
                        "completion",
                        "Print the completion script for bash, zsh or fish",
                        Runs.AS_ANYONE,
                        () -> new CompletionCommand(this)),
                    new Subcommand(
                        "version", "Show versions", Runs.AS_ANYONE, () -> new VersionCommand(name)),
                    new Subcommand("help", "Explain a command", Runs.AS_ANYONE, help)))
            .toList();
  }

  /** The command that starts the program. */
  String name() {
    return name;
  }

  /** The purpose of the program. */
  String purpose() {
    return purpose;
  }

  /** The table of subcommands. */
  public List<Subcommand> subcommands() {
    return subcommands;
  }

  /**
   * Runs a command line. Only this method turns a failure into a message and a status.
   *
   * @return the exit status
   */
  public int run(List<String> words, Surroundings here) {
    Complaint complaint = new Complaint(name, here);
    try {
      return dispatch(words, here);
    } catch (Failure failure) {
      return complaint.about(failure);
    } catch (IOException surprise) {
      return complaint.about(new UncheckedIOException(surprise), wantsDebugging(words));
    } catch (RuntimeException surprise) {
      return complaint.about(surprise, wantsDebugging(words));
    } catch (OutOfMemoryError e) {
      return complaint.about(
          new Failed(
              "not enough memory, or too many processes: " + e.getMessage(),
              "end other processes, or raise the limits of this shell: ulimit -u; ulimit -v"));
    }
  }

  /**
   * Writes what is left of the output.
   *
   * @param status the exit status of the command
   * @return this status, or 1 if the output of a successful command could not be written. A reader
   *     that closed a pipe, such as head(1), has what it needs.
   */
  public int finish(int status, Surroundings here) {
    if (here.out().checkError() && !isPipe()) {
      here.err().println(name + ": error: the output could not be written, and is not complete");
      here.err()
          .println(
              name
                  + ": hint: "
                  + (target().equals(FILLED)
                      ? "standard output is not open for writing: redirect it, for example to a file"
                      : "is the disk full? df shows it"));
      here.err().flush();
      return status == 0 ? 1 : status;
    }
    here.err().flush();
    return status;
  }

  private static boolean isPipe() {
    return target().startsWith("pipe:") || target().startsWith("socket:");
  }

  /** The file that is standard output; empty if it is unknown. */
  private static String target() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private int dispatch(List<String> words, Surroundings here) throws IOException {
    String first = words.isEmpty() ? "" : words.getFirst();
    if (first.equals("--help") || first.equals("-h")) {
      here.out().print(Help.of(this, here));
      return 0;
    }
    if (first.isEmpty()) {
      throw new WrongUsage("no command was given", "list the commands: " + name + " help");
    }
    Subcommand subcommand =
        find(first)
            .orElseThrow(() ->
                unknown(
                    first,
                    first.startsWith("-") ? optionsFollow(words) : otherwise.apply(words, here)));
    return new Invocation(name, subcommand, words, here).run();
  }

  /**
   * The subcommand of that name.
   *
   * @throws WrongUsage if there is none, with the most similar one
   */
  Subcommand subcommand(String typed) {
    return find(typed).orElseThrow(() -> unknown(typed, Optional.empty()));
  }

  private Optional<Subcommand> find(String typed) {
    return subcommands.stream().filter(subcommand -> subcommand.name().equals(typed)).findFirst();
  }

  /**
   * The refusal of a command that does not exist.
   *
   * @param otherwise the hint if no command has a similar name
   */
  private WrongUsage unknown(String typed, Optional<String> otherwise) {
    List<String> names = subcommands.stream().map(Subcommand::name).toList();
    String all = "list the commands: " + name + " help";
    String kind = typed.startsWith("-") ? "option" : "command";
    return new WrongUsage(
        "unknown " + kind + ": " + Printable.of(typed),
        ELSEWHERE.getOrDefault(typed, List.of()).stream()
            .filter(names::contains)
            .findFirst()
            .or(() -> NearestMatch.to(typed, names))
            .map(near -> "did you mean " + near + "? " + all)
            .orElse(otherwise.orElse(all)));
  }

  /** The hint for options in front of a command. */
  private Optional<String> optionsFollow(List<String> words) {
    return words.stream()
        .filter(word -> find(word).isPresent())
        .findFirst()
        .map(command -> {
          boolean isBegun = words.getFirst().equals(Invocation.TOOL_WORDS_FOLLOW);
          List<String> line = new ArrayList<>(words.subList(isBegun ? 1 : 0, words.size()));
          line.remove(command);
          line.addAll(0, List.of(name, command));
          return "options follow the command: " + ShellQuoting.join(line);
        });
  }

  private static boolean wantsDebugging(List<String> words) {
    return words.stream()
        .takeWhile(word -> !word.equals(Invocation.TOOL_WORDS_FOLLOW))
        .anyMatch("--debug"::equals);
  }
}
