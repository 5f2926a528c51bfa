package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a review when the program has ended, however it ended. */
class DecisionFileTest {

  private static final RawPath ODD = new RawPath("a\nb\u001b\u00e9/\"c\"");
  private static final Seen SEEN = new Seen("FILE:644:1");

  @TempDir Path directory;
  private DecisionFile file;

  @BeforeEach
  void aFile() {
    file = new DecisionFile(directory.resolve("review"));
  }

  private void decides(RawPath path, Verdict verdict) throws IOException {
    file.append(path, Optional.of(Decision.of(verdict, Optional.of(SEEN))));
  }

  @Test
  void nothing_was_decided_where_there_is_no_file() throws IOException {
    assertTrue(file.read().decisions().isEmpty());
  }

  @Test
  void the_last_decision_about_a_path_of_any_bytes_counts() throws IOException {
    decides(ODD, Verdict.ACCEPT);
    decides(ODD, Verdict.REJECT);
    decides(RawPath.of("other"), Verdict.LATER);
    file.append(RawPath.of("other"), Optional.empty());
    assertEquals(List.of(ODD), List.copyOf(file.read().decisions().keySet()));
    Decision decision = file.read().decisions().get(ODD);
    assertEquals(Verdict.REJECT, decision.verdict());
    assertEquals(Optional.of(SEEN), decision.seen());
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("review"))));
  }

  @Test
  void hunks_and_edited_texts_come_back() throws IOException {
    byte[] content = {0, 10, -1};
    file.append(
        ODD,
        Optional.of(
            new Decision(
                Verdict.EDIT, Optional.of(SEEN), "yn.", Optional.of(content), Optional.of(SEEN))));
    Decision decision = file.read().decisions().get(ODD);
    assertEquals("yn.", decision.hunks());
    assertArrayEquals(content, decision.content().orElseThrow());
    assertEquals(Optional.of(SEEN), decision.project());
  }

  @Test
  void what_was_not_read_yet_is_not_written_down() throws IOException {
    file.append(ODD, Optional.of(Decision.of(Verdict.ACCEPT, Optional.empty())));
    assertTrue(file.read().decisions().isEmpty());
  }

  @Test
  void a_line_that_was_cut_off_spoils_no_other() throws IOException {
    decides(RawPath.of("a"), Verdict.ACCEPT);
    String whole = Files.readString(directory.resolve("review"));
    for (int end = 0; end < whole.length(); end++) {
      Files.writeString(
          directory.resolve("review"),
          whole.substring(0, end),
          StandardOpenOption.TRUNCATE_EXISTING);
      decides(RawPath.of("b"), Verdict.REJECT);
      assertEquals(
          Verdict.REJECT, file.read().decisions().get(RawPath.of("b")).verdict(), "cut at " + end);
    }
  }

  @Test
  void comments_come_back_and_an_empty_one_takes_its_place_back() throws IOException {
    Comment comment = new Comment(ODD, "@@ -1,1 +1,1 @@", "why \"this\"?");
    file.append(comment);
    file.append(new Comment(ODD, "", "old"));
    file.append(new Comment(ODD, "", ""));
    assertEquals(List.of(comment), file.read().comments());
  }
}
