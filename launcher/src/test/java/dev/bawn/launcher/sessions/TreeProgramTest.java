package dev.bawn.launcher.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TreeProgramTest {

  private static String said(String script) {
    return TreeProgram.run(List.of("/bin/sh", "-c", script));
  }

  @Test
  void a_program_that_fails_or_is_killed_without_a_word_did_not_succeed() {
    assertEquals("", said("true"));
    assertEquals("no room", said("echo no room >&2; exit 1"));
    assertEquals("/bin/sh ended with status 3", said("exit 3"));
    assertEquals("/bin/sh ended with status 137", said("kill -9 $$"));
  }
}
