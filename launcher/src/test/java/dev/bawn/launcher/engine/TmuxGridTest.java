package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionName;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TmuxGridTest {

  private static final TmuxGrid GRID =
      new TmuxGrid(
          new Tmux(
              Path.of("/usr/bin/tmux"),
              Path.of("/home/alice/.local/state/bawn/tmux/socket"),
              Path.of("/lib/tmux.conf")),
          Path.of("/lib/grid.conf"));

  private static List<SessionName> sessions(int count) {
    return IntStream.range(0, count).mapToObj(each -> SessionName.of("app-" + each)).toList();
  }

  @Test
  void grid_has_a_window_for_four_sessions() {
    List<String> argv = GRID.argv(sessions(9), false);
    assertEquals(2, argv.stream().filter("new-window"::equals).count());
    assertEquals(6, argv.stream().filter("split-window"::equals).count());
  }

  @Test
  void more_sessions_than_a_command_of_tmux_can_name_are_refused() {
    assertThrows(Refused.class, () -> GRID.argv(sessions(200), false));
  }
}
