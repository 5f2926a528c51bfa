package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program of the system on trees that a session wrote, in a sandbox that contains no other
 * files. Another session may write to such a directory, and replace an entry by a link at any time:
 * such a link leads nowhere.
 */
final class TreeProgram {

  /**
   * bwrap refuses capabilities that it did not set itself, so those of {@link OwnerRights} are
   * dropped.
   */
  private static final List<String> SANDBOX =
      List.of(
          "/usr/bin/setpriv",
          "--ambient-caps=-all",
          "--inh-caps=-all",
          "--",
          "/usr/bin/bwrap",
          "--unshare-all",
          "--die-with-parent",
          "--cap-drop",
          "ALL",
          "--ro-bind",
          "/usr",
          "/usr",
          "--symlink",
          "usr/bin",
          "/bin",
          "--symlink",
          "usr/lib",
          "/lib",
          "--symlink",
          "usr/lib64",
          "/lib64");

  private TreeProgram() {}

  /**
   * Runs a program.
   *
   * @param read the tree that it reads
   * @param written the directory that it writes
   * @param words its absolute path and its arguments
   * @return its message on one line, or that it failed; empty on success
   */
  static String copying(Path read, Path written, List<String> words) {
    List<String> command = new ArrayList<>(SANDBOX);
    command.addAll(List.of("--ro-bind", read.toString(), read.toString()));
    return inside(command, written, words);
  }

  /** As {@link #copying}, for a program that reads only the tree that it writes. */
  static String changing(Path written, List<String> words) {
    return inside(new ArrayList<>(SANDBOX), written, words);
  }

  private static String inside(List<String> command, Path written, List<String> words) {
    command.addAll(List.of("--bind", written.toString(), written.toString(), "--"));
    command.addAll(words);
    return run(command);
  }

  /** Runs a program that itself follows no link, without a sandbox. */
  static String run(List<String> words) {
    ProcessBuilder program = new ProcessBuilder(words).redirectErrorStream(true);
    program.environment().clear();
    try {
      Process process = program.start();
      process.getOutputStream().close();
      byte[] said = process.getInputStream().readNBytes(1 << 10);
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      int status = process.waitFor();
      String line = new String(said, StandardCharsets.UTF_8).lines().findFirst().orElse("");
      // a killed program prints nothing
      return status == 0 || !line.isEmpty()
          ? line
          : words.getFirst() + " ended with status " + status;
    } catch (IOException e) {
      throw new Failed(words.getFirst() + " cannot be run", "install coreutils and bubblewrap");
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
