package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a receiver says is counted, and otherwise not believed. */
final class TransferTest {

  @Test
  void the_last_line_tells_what_was_done() {
    assertEquals(new Transfer(3, 40), Transfer.read("done 3 40"));
  }

  @Test
  void a_receiver_that_cannot_count_has_done_something() {
    for (String line :
        new String[] {"", "done", "done -1 2", "done 1 9999999999999", "no reason"}) {
      assertEquals(new Transfer(1, 0), Transfer.read(line), line);
    }
  }

  @Test
  void marks_tell_how_many_files_have_come() {
    assertEquals(0, Transfer.filesSoFar("...tar: x: at\n"));
    assertEquals(500, Transfer.filesSoFar("at\nat\n...\ndone 600 0\n"));
  }
}
