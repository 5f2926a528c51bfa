package dev.bawn.launcher.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.process.Sleep;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.PlainText;
import dev.bawn.launcher.record.SessionLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code logs NAME}: prints the output of a background session's terminal. */
final class LogsCommand implements Command {

  private static final String LINES = "--lines";
  private static final String FOLLOW = "--follow";
  private static final String RAW = "--raw";
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** The switch to the alternate screen, see xterm's ctlseqs. */
  private static final Pattern ALTERNATE = Pattern.compile("\u001b\\[\\?(1049|1047|47)h");

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.word())
        .addOption(
            OptionSpec.builder("-n", LINES)
                .paramLabel("N")
                .arity("1")
                .type(String.class)
                .description("print only the last N lines")
                .build())
        .addOption(
            OptionSpec.builder("-f", FOLLOW)
                .description("print new output until the session ends")
                .build())
        .addOption(Parameters.flag(RAW, "print the recorded bytes, with control sequences"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn logs fix -n 20", "bawn logs fix -f", "bawn logs fix --raw >fix.log");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    NamedSession word = NamedSession.session(typed.words().getFirst(), here);
    int last = last(typed.value(LINES, ""));
    if (typed.has(RAW) && typed.has(LINES)) {
      throw new WrongUsage("--raw and -n cannot be used together", "leave out one");
    }
    word.intact();
    try (SessionLog log = new SessionLog(word.directory())) {
      if (!log.exists()) {
        throw new NotFound(
            "session '" + word.name() + "' has no log: it did not run in the background",
            background(word));
      }
      if (typed.has(RAW)) {
        print(log, here.out()::writeBytes, word, typed.has(FOLLOW));
        return 0;
      }
      Lines lines = new Lines(last, here);
      print(log, lines, word, typed.has(FOLLOW));
      lines.end();
      if (lines.redraws) {
        here.note("bawn: hint: the tool draws on the whole screen; " + better(word));
      }
    }
    return 0;
  }

  private static String background(NamedSession word) {
    String restart = "bawn restart " + word.name();
    return word.intact().state() instanceof SessionState.Running
        ? "end it, and start it in the background: bawn kill " + word.name() + " && " + restart
        : "start it in the background: " + restart;
  }

  /**
   * The command that shows more than lines of text. It sends no bytes of an ended session to the
   * caller's terminal.
   */
  private static String better(NamedSession word) {
    return word.intact().state() instanceof SessionState.Running
        ? "see the screen: bawn attach " + word.name() + " --read-only"
        : "keep the bytes that it wrote: bawn logs "
            + word.name()
            + " --raw >"
            + word.name()
            + ".log";
  }

  private static void print(SessionLog log, Output output, NamedSession word, boolean isFollowed)
      throws IOException {
    while (true) {
      // checked before the last output is read
      boolean mayGrow = isFollowed && word.intact().state() instanceof SessionState.Running;
      for (byte[] bytes = log.read(isFollowed); bytes.length > 0; bytes = log.read(isFollowed)) {
        output.add(bytes);
      }
      if (!mayGrow) {
        return;
      }
      output.caughtUp();
      Sleep.of(PAUSE);
    }
  }

  /** Receives the bytes of the log. */
  @FunctionalInterface
  private interface Output {
    void add(byte[] bytes);

    /** Called when all present bytes are read, and more may follow. */
    default void caughtUp() {}
  }

  /** Prints lines of plain text; of the lines before {@link #caughtUp} only the last ones. */
  private static final class Lines implements Output {

    private final PlainText text = new PlainText();
    private final Deque<String> kept = new ArrayDeque<>();
    private final int last;
    private final Surroundings here;
    private boolean hasCaughtUp;
    private boolean redraws;

    /**
     * @param last the number of present lines to print; all if it is negative
     */
    Lines(int last, Surroundings here) {
      this.last = last;
      this.here = here;
      this.hasCaughtUp = last < 0;
    }

    @Override
    public void add(byte[] bytes) {
      redraws = redraws || ALTERNATE.matcher(new String(bytes, ISO_8859_1)).find();
      lines(text.add(bytes));
    }

    private void lines(List<String> lines) {
      if (hasCaughtUp) {
        print(lines);
        return;
      }
      kept.addAll(lines);
      while (kept.size() > last) {
        kept.remove();
      }
    }

    /** Prints all lines at once: the output stream makes a system call for each text. */
    private void print(Collection<String> lines) {
      here.out().print(lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
    }

    @Override
    public void caughtUp() {
      hasCaughtUp = true;
      print(kept);
      kept.clear();
      here.out().flush();
    }

    /** Prints the rest at the end of the log. */
    void end() {
      lines(text.rest().stream().toList());
      caughtUp();
    }
  }

  private static int last(String text) {
    if (text.isEmpty()) {
      return -1;
    }
    if (!text.matches("[0-9]{1,7}")) {
      throw new WrongUsage(
          "-n must be a number of lines, not '" + Printable.of(text) + "'", "for example: -n 20");
    }
    return Integer.parseInt(text);
  }
}
