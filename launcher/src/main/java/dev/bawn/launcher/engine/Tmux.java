package dev.bawn.launcher.engine;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The tmux server of the caller's background sessions. It has its own socket and configuration, and
 * ends with its last session.
 *
 * @param program tmux
 * @param socket of the server
 * @param configuration the only file that the server reads
 */
public record Tmux(Path program, Path socket, Path configuration) {

  /** The longest path of a socket in bytes, see unix(7): 108 with the NUL at the end. */
  private static final int LONGEST_SOCKET = 107;

  /**
   * The bytes of the arguments of a call, below MAX_IMSGSIZE in imsg.h: a client sends them to the
   * server in one message, with a header.
   */
  private static final int LONGEST_CALL = 16_000;

  /** The server of these sessions. */
  public static Tmux of(SessionPlaces places, Surroundings here) {
    return new Tmux(
        here.layout().at("usr/bin/tmux"),
        places.sessions().resolveSibling("tmux").resolve("socket"),
        here.library().resolve("tmux.conf"));
  }

  /**
   * The result of a call of tmux.
   *
   * @param status its exit status
   * @param text its standard output and error
   */
  public record Answer(int status, String text) {

    /** Tells whether the call succeeded. */
    public boolean isDone() {
      return status == 0;
    }
  }

  /** The target that names exactly the terminal of this session in a tmux command. */
  public static String target(SessionName name) {
    return "=" + title(name) + ":";
  }

  /** The title of a session: tmux allows no dot in a name, bawn no plus. */
  public static String title(SessionName name) {
    return name.text().replace('.', '+');
  }

  /** The argument vector of a call. */
  public List<String> argv(String... words) {
    List<String> argv =
        new ArrayList<>(
            List.of(
                program.toString(), "-u", "-S", socket.toString(), "-f", configuration.toString()));
    argv.addAll(Arrays.asList(words));
    return argv;
  }

  /** Tells whether the session runs in a terminal of this server. */
  public boolean has(SessionName name) {
    return Files.exists(socket) && call("has-session", "-t", target(name)).isDone();
  }

  /** The titles of all sessions that have a terminal of this server, see {@link #title}. */
  public Set<String> titles() {
    Answer answer =
        Files.exists(socket) ? call("list-sessions", "-F", "#{session_name}") : new Answer(1, "");
    return answer.isDone() ? Set.copyOf(answer.text().lines().toList()) : Set.of();
  }

  /**
   * All terminals of this server, and the screen of one of them.
   *
   * @param titles see {@link #titles}
   * @param screen see {@link #screen}
   */
  public record Overview(Set<String> titles, String screen) {}

  /** Returns both with one call. */
  public Overview overview(SessionName shown) {
    if (!Files.exists(socket)) {
      return new Overview(Set.of(), "");
    }
    String mark = UUID.randomUUID().toString();
    Answer answer =
        call(
            "list-sessions",
            "-F",
            "#{session_name}",
            ";",
            "display-message",
            "-p",
            mark,
            ";",
            "capture-pane",
            "-p",
            "-J",
            "-t",
            target(shown));
    String text = answer.text();
    int at = text.indexOf(mark);
    return at < 0
        ? new Overview(Set.of(), "")
        : new Overview(
            Set.copyOf(text.substring(0, at).lines().toList()),
            answer.isDone() ? text.substring(at + mark.length()).replaceFirst("\\R", "") : "");
  }

  /** Tells whether only the last screen of a session is left. */
  boolean isDead(SessionName name) {
    return call("display-message", "-p", "-t", target(name), "#{pane_dead}").text().equals("1");
  }

  /**
   * The screen of a session's terminal, without colours.
   *
   * @return only line ends if it has none
   */
  public String screen(SessionName name) {
    Answer answer = call("capture-pane", "-p", "-J", "-t", target(name));
    return answer.isDone() ? answer.text() : "";
  }

  /**
   * The screens of several sessions, with as few calls as possible. An unpredictable line before
   * each screen separates them, so that no session is shown the screen of another.
   *
   * @return without a session that has ended in between, and without those after it
   */
  public Map<SessionName, String> screens(List<SessionName> names) {
    if (names.isEmpty()) {
      return Map.of();
    }
    String mark = UUID.randomUUID().toString();
    List<String> words = new ArrayList<>();
    for (SessionName name : names) {
      words.addAll(List.of("display-message", "-p", mark, ";"));
      words.addAll(List.of("capture-pane", "-p", "-J", "-t", target(name), ";"));
    }
    words.removeLast();
    if (!fits(words)) {
      int half = names.size() / 2;
      Map<SessionName, String> shown = new HashMap<>(screens(names.subList(0, half)));
      shown.putAll(screens(names.subList(half, names.size())));
      return shown;
    }
    String[] screens = call(words.toArray(String[]::new)).text().split(mark + "\n?", -1);
    Map<SessionName, String> shown = new HashMap<>();
    for (int i = 0; i < names.size() && i + 1 < screens.length; i++) {
      shown.put(names.get(i), screens[i + 1]);
    }
    return shown;
  }

  /** Tells whether a call can have these arguments. */
  static boolean fits(List<String> words) {
    return words.stream().mapToInt(each -> each.getBytes(StandardCharsets.UTF_8).length + 1).sum()
        <= LONGEST_CALL;
  }

  /** Calls tmux, without input. */
  public Answer call(String... words) {
    return call(new byte[0], words);
  }

  /** Calls tmux with several commands. It executes none after the first one that fails. */
  Answer callAll(List<List<String>> commands) {
    List<String> words = new ArrayList<>();
    for (List<String> command : commands) {
      words.addAll(command);
      words.add(";");
    }
    words.removeLast();
    return call(words.toArray(String[]::new));
  }

  /**
   * Calls tmux.
   *
   * @param input its standard input
   * @throws Failed if tmux cannot be run
   */
  public Answer call(byte[] input, String... words) {
    return run(argv(words), input);
  }

  /**
   * Requires that a server can be started.
   *
   * @throws Refused if tmux is missing, or the path of its socket is too long
   */
  void require() {
    if (!Files.isExecutable(program)) {
      throw new Refused(
          "tmux is not installed; background sessions need it",
          "install the package tmux, or use the foreground: bawn launch");
    }
    int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_SOCKET) {
      throw new Refused(
          "the path of the tmux socket is too long: "
              + length
              + " bytes, at most "
              + LONGEST_SOCKET,
          "set XDG_STATE_HOME to a shorter path; now: " + Printable.whole(socket));
    }
  }

  static Answer run(List<String> argv, byte[] input) {
    ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
    // the server keeps the environment of the process that starts it, and gives it to each session
    builder.environment().clear();
    try {
      Process process = builder.directory(Path.of("/").toFile()).start();
      try (OutputStream to = process.getOutputStream()) {
        to.write(input);
      } catch (IOException e) {
        // it ended without reading; its answer has the reason
      }
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .stripTrailing();
      return new Answer(process.waitFor(), text);
    } catch (IOException e) {
      throw Failed.of(e);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
