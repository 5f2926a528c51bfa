package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A tmux server of its own whose panes are clients of the server of the background sessions. It
 * ends with its only client.
 *
 * @param tmux the server of the sessions
 * @param configuration the only file that the grid's server reads
 */
public record TmuxGrid(Tmux tmux, Path configuration) {

  private static final String SOCKET = "grid.";

  /** The panes of a window: in a terminal of 80 columns and 24 lines, each has 39 and 10. */
  private static final int MOST_PANES = 4;

  /**
   * The argument vector of the client.
   *
   * @param shown the sessions, at least one
   * @param isReadOnly whether the panes ignore the keyboard
   * @throws Refused if they are too many for one command of tmux
   */
  public List<String> argv(List<SessionName> shown, boolean isReadOnly) {
    removeClosed();
    String socket = SOCKET + ProcessHandle.current().pid();
    List<String> argv =
        new ArrayList<>(
            new Tmux(tmux.program(), tmux.socket().resolveSibling(socket), configuration)
                .argv("new-session"));
    for (int i = 0; i < shown.size(); i++) {
      if (i > 0) {
        argv.add(";");
        argv.add(i % MOST_PANES == 0 ? "new-window" : "split-window");
      }
      argv.addAll(client(shown.get(i), isReadOnly));
      argv.addAll(
          List.of(";", "select-pane", "-T", shown.get(i).text(), ";", "select-layout", "tiled"));
    }
    argv.addAll(List.of(";", "select-window", "-t", ":0", ";", "select-pane", "-t", ":.0"));
    if (!Tmux.fits(argv)) {
      throw new Refused(
          "the command of tmux for " + shown.size() + " sessions is too long",
          "show fewer: bawn grid -t KEY=VALUE");
    }
    return List.copyOf(argv);
  }

  /** Removes the sockets of servers that have ended: tmux leaves them. */
  private void removeClosed() {
    try (DirectoryStream<Path> sockets =
        Files.newDirectoryStream(tmux.socket().getParent(), SOCKET + "*")) {
      for (Path socket : sockets) {
        try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
          // this server runs
        } catch (ConnectException e) {
          Files.deleteIfExists(socket);
        }
      }
    } catch (IOException e) {
      // the next call tries it again
    }
  }

  /** tmux refuses to run inside of another tmux if TMUX is set. */
  private List<String> client(SessionName name, boolean isReadOnly) {
    List<String> client = new ArrayList<>(List.of("/usr/bin/env", "-u", "TMUX"));
    client.addAll(tmux.argv("attach-session"));
    if (isReadOnly) {
      client.add("-r");
    }
    client.addAll(List.of("-t", Tmux.target(name)));
    return client;
  }
}
