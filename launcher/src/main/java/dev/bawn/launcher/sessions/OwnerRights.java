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
 * A session can close its own files and directories to their owner, and hide in there what it did.
 * The owner of a user namespace is not stopped by the permissions of their own files, and gains no
 * rights to files of other users. Only the right to look is kept (CAP_DAC_READ_SEARCH,
 * capabilities(7)): what the user may not write stays so. A JVM cannot enter one, since it has many
 * threads: so the whole command is run once more, in one, in the rare case that there is something
 * to open.
 */
public final class OwnerRights {

  /** Set in the one that runs in there. */
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

  /** Whether this command was run again, in there. */
  public static boolean areTaken() {
    return System.getProperty(ENTERED) != null;
  }

  /**
   * Runs this very command again, on the same streams.
   *
   * @return its exit status; nothing where that is done already, or where no user namespace can be
   *     made
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
      throw interrupted();
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
      throw interrupted();
    }
  }

  private static Failed interrupted() {
    Thread.currentThread().interrupt();
    return Failed.interrupted();
  }
}
