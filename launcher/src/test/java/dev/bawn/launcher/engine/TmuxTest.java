package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TmuxTest {

  @TempDir private Path directory;

  @Test
  void screens_of_more_sessions_than_fit_in_one_call_are_read_with_several() throws IOException {
    // prints each mark, and the target in the place of its screen; refuses what tmux refuses
    Path program = directory.resolve("tmux");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ "$(printf '%s.' "$@" | wc -c)" -le 16384 ] || exit 1
        before=
        for word; do
          case $before$word in
            -p-J) ;;
            -p* | -t*) echo "$word" ;;
          esac
          before=$word
        done
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    List<SessionName> names =
        IntStream.rangeClosed(1, 600).mapToObj(each -> SessionName.of("session-" + each)).toList();

    Map<SessionName, String> screens =
        new Tmux(program, directory.resolve("socket"), directory.resolve("conf")).screens(names);

    assertEquals(names.size(), screens.size());
    names.forEach(name -> assertEquals("=" + name + ":", screens.get(name).strip()));
  }
}
