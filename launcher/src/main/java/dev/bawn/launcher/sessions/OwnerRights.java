package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Gives a command the right to read files that a session closed to their owner, to hide its
 * changes. In a user namespace its owner may read all of their own files, and gains no rights to
 * files of other users. Only the right to read is kept (CAP_DAC_READ_SEARCH, capabilities(7)):
 * files that the user may not write stay so. A JVM cannot enter one, since it has many threads: so
 * the whole command runs once more, in a user namespace, in the rare case that a file is closed.
 */
public final class OwnerRights {

  /** A property that is set in the second run. */
  private static final String ENTERED = "bawn.entered";

  private static final List<String> ENTER =
      List.of(
          "/usr/bin/unshare",
          "--user",
          "--map-current-user",
          "--keep-caps",
          "--",
          "/usr/bin/setpriv",
          "--inh-caps=-all,+dac_read_search",
          "--ambient-caps=-all,+dac_read_search",
          "--bounding-set=-all,+dac_read_search",
          "--");

  private OwnerRights() {}

  /** Tells whether this command is the second run, with these rights. */
  public static boolean areTaken() {
    return System.getProperty(ENTERED) != null;
  }

  /**
   * Runs this command again with the rights, on the same streams.
   *
   * @return its exit status; empty in the second run, and if no user namespace can be made
   */
  public static OptionalInt runAgain() {
    if (areTaken() || !canEnter()) {
      return OptionalInt.empty();
    }
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
      String[] words = new String(line, StandardCharsets.UTF_8).split("\0", -1);
      List<String> command = new ArrayList<>(ENTER);
      command.add(words[0]);
      command.add("-D" + ENTERED + "=yes");
      // the last one ends in NUL, too
      command.addAll(List.of(words).subList(1, words.length - 1));
      return OptionalInt.of(new ProcessBuilder(command).inheritIO().start().waitFor());
    } catch (IOException e) {
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private static boolean canEnter() {
    List<String> command = new ArrayList<>(ENTER);
    command.add("/usr/bin/true");
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
