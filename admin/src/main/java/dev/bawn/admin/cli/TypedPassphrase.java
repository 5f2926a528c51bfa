package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.signing.Passphrase;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A passphrase from the terminal, without echo; for scripts, from the first line of the file
 * descriptor whose number is in {@code BAWN_PASSPHRASE_FD}. It is never an argument or the value of
 * a variable, which other users could read.
 */
final class TypedPassphrase implements Passphrase.Source {

  private static final String VARIABLE = "BAWN_PASSPHRASE_FD";
  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9]{1,4}");
  private static final int LONGEST = 1024;

  private final Surroundings here;

  TypedPassphrase(Surroundings here) {
    this.here = here;
  }

  @Override
  public Passphrase of(String key) {
    String descriptor = here.environment().get(VARIABLE);
    return descriptor == null
        ? typed("passphrase of " + Path.of(key).getFileName())
        : read(descriptor);
  }

  @Override
  public Passphrase fresh() {
    String descriptor = here.environment().get(VARIABLE);
    if (descriptor != null) {
      return read(descriptor);
    }
    String first = line("passphrase of the new key");
    if (!first.equals(line("repeat the passphrase"))) {
      throw new WrongUsage("the two passphrases differ", "try again");
    }
    return passphrase(first);
  }

  private Passphrase typed(String prompt) {
    return passphrase(line(prompt));
  }

  private String line(String wanted) {
    Console console = here.terminals().canAsk() ? System.console() : null;
    if (console == null) {
      throw new WrongUsage(
          "bawn-admin needs the " + wanted + ", and there is no terminal to ask for it",
          "give it on a file descriptor: sudo " + VARIABLE + "=0 bawn-admin … <FILE");
    }
    char[] typed = console.readPassword("%s: ", wanted);
    return typed == null ? "" : new String(typed);
  }

  private Passphrase read(String descriptor) {
    if (!DESCRIPTOR.matcher(descriptor).matches()) {
      throw new WrongUsage(
          VARIABLE + " is not the number of a file descriptor", "use 0 for standard input");
    }
    try {
      if (Integer.parseInt(descriptor) == 0) {
        return passphrase(firstLine(here.in()));
      }
      // the start stub requires that it is open
      try (InputStream in = Files.newInputStream(Path.of("/proc/self/fd", descriptor))) {
        return passphrase(firstLine(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads byte by byte: later bytes belong to the next reader. */
  private static String firstLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n' && line.size() <= LONGEST) {
      line.write(next);
      next = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static Passphrase passphrase(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new Refused(
          "a passphrase has 1 to " + LONGEST + " characters", "try again; nothing was changed");
    }
    return new Passphrase(text);
  }
}
