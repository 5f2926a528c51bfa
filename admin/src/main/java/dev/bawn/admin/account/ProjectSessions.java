package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sessions of one agent, told apart by the project that each shows. The kernel tells: nobody in
 * a session can mount anything there.
 */
public final class ProjectSessions {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** The fifth field of a line, see "mountinfo" in proc_pid_mountinfo(5). */
  private static final int MOUNT_POINT = 4;

  private final Path processes;
  private final Path ownNamespace;
  private final Uid agent;

  /**
   * @param processes the directory {@code /proc}
   * @param agent whose sessions
   */
  public ProjectSessions(Path processes, Uid agent) {
    this.processes = processes;
    this.ownNamespace = processes.resolve("self/ns/pid");
    this.agent = agent;
  }

  /**
   * Ends those that show another project, with all that runs in them.
   *
   * @param shown where projects lie that sessions may go on to show
   * @throws Failed if some are left after ten seconds
   */
  public void endOthers(Set<Path> shown) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> others = others(shown);
    while (!others.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new Failed(
            "sessions on a project that is not assigned any more do not end",
            "see: ps -U " + agent + "; then run it again");
      }
      kill(others);
      Pause.of(PAUSE);
      others = others(shown);
    }
  }

  /**
   * With the agent's own rights: a number that somebody else's process has by now does no harm. The
   * first process of a session is among them, and with it the kernel ends all of it.
   */
  private void kill(List<String> numbers) throws IOException {
    String uid = agent.toString();
    List<String> words =
        List.of("--reuid", uid, "--regid", uid, "--clear-groups", "--no-new-privs", "--");
    List<String> kill = List.of("sh", "-c", "kill -KILL \"$@\"", "sh");
    SystemProgram.named("setpriv")
        .run(Stream.of(words, kill, numbers).flatMap(List::stream).toList());
  }

  private List<String> others(Set<Path> shown) throws IOException {
    List<String> others = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, "[0-9]*")) {
      for (Path process : all) {
        if (isOther(process, shown)) {
          others.add(process.getFileName().toString());
        }
      }
    }
    return others;
  }

  private boolean isOther(Path process, Set<Path> shown) throws IOException {
    try {
      return Files.getAttribute(process, "unix:uid").equals(agent.number())
          && isInSession(process)
          && projects(process).anyMatch(project -> !shown.contains(project));
    } catch (IOException e) {
      if (Files.exists(process)) {
        throw e;
      }
      // it has ended meanwhile
      return false;
    }
  }

  /** What comes before the walls, and bubblewrap beside them, is where this program is. */
  private boolean isInSession(Path process) throws IOException {
    Path namespace = Files.readSymbolicLink(process.resolve("ns/pid"));
    return !namespace.equals(Files.readSymbolicLink(ownNamespace));
  }

  private static Stream<Path> projects(Path process) throws IOException {
    return Files.readAllLines(process.resolve("mountinfo")).stream()
        .map(line -> Path.of(line.split(" ")[MOUNT_POINT]))
        .filter(point -> point.getNameCount() == 2 && point.startsWith("/work"));
  }
}
