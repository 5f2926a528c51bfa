package dev.bawn.launcher.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.patch.Hunk;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decisions of a review after the program has ended, in any way. */
class DecisionFileTest {

  private static final RawPath ODD = new RawPath("a\nb\u001b\u00e9/\"c\"");
  private static final ReviewedVersion SEEN = new ReviewedVersion("FILE:644:1");

  private static final FileDiff HUNKS = diff("1\n2\n3\n4\n5\n");
  private static final FileDiff OTHER_HUNKS = diff("1\n2\n3\n4\n6\n");

  @TempDir Path directory;
  private DecisionFile file;

  @BeforeEach
  void aFile() {
    file = new DecisionFile(directory.resolve("review"));
  }

  private static FileDiff diff(String before) {
    return new FileDiff(
        List.of(),
        List.of(hunk(0, "A\n"), hunk(2, "B\n"), hunk(4, "C\n")),
        "",
        before,
        true,
        Optional.empty());
  }

  private static Hunk hunk(int from, String replacement) {
    return new Hunk(from, 1, replacement, List.of("@@"), 1, 1);
  }

  private void decides(RawPath path, Verdict verdict) throws IOException {
    file.append(path, Optional.of(Decision.of(verdict, Optional.of(SEEN))), Optional.empty());
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
    file.append(RawPath.of("other"), Optional.empty(), Optional.empty());
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
    Conflict.Lines conflict = new Conflict.Lines(SEEN, content, content, content, content);
    file.append(
        ODD,
        Optional.of(Decision.side(Verdict.SESSIONS, Optional.of(SEEN), conflict)),
        Optional.empty());
    Decision decision = file.read().decisions().get(ODD);
    assertEquals(Verdict.SESSIONS, decision.verdict());
    assertArrayEquals(content, decision.content().orElseThrow());
    assertEquals(Optional.of(SEEN), decision.project());
    file.append(ODD, Decision.byHunks(Optional.of(SEEN), "yn.", HUNKS), Optional.empty());
    decision = file.read().decisions().get(ODD);
    assertEquals("yn.", decision.hunks());
    assertFalse(decision.isReady(), "the content is made when the file is read");
    View same = new View(null, HUNKS, Optional.empty());
    decision = decision.about(SEEN, same).orElseThrow();
    assertTrue(decision.isReady());
    assertEquals("A\n2\n3\n4\n5\n", new String(decision.content().orElseThrow(), UTF_8));
    assertEquals("A\n2\nB\n4\n5\n", new String(decision.base().orElseThrow(), UTF_8));
    View other = new View(null, OTHER_HUNKS, Optional.empty());
    assertTrue(decision.about(SEEN, other).isEmpty());
  }

  @Test
  void a_file_that_others_removed_comes_back_in_the_next_review_too() throws IOException {
    Decision back = Decision.whole(Optional.of(SEEN), ReviewedVersion.NOTHING);
    file.append(ODD, Optional.of(back), Optional.empty());
    Decision decision = file.read().decisions().get(ODD);
    assertEquals(Optional.of(ReviewedVersion.NOTHING), decision.project());
    assertTrue(decision.isReady());
    assertTrue(decision.isAbout(SEEN, new View(null, HUNKS, Optional.of(new Conflict.Removed()))));
    assertFalse(decision.isAbout(SEEN, new View(null, HUNKS, Optional.empty())));
  }

  @Test
  void an_edited_text_stays_when_its_decision_does_not_count_any_more() throws IOException {
    EditedText edit = new EditedText(new byte[] {1}, new byte[] {2});
    Optional<Decision> edited =
        Optional.of(Decision.edited(Optional.of(SEEN), edit, Optional.empty()));
    file.append(ODD, edited, Optional.empty());
    assertArrayEquals(edit.began(), file.read().decisions().get(ODD).edit().orElseThrow().began());
    assertTrue(file.read().edits().isEmpty());
    file.append(ODD, Optional.empty(), edited.flatMap(Decision::edit));
    assertTrue(file.read().decisions().isEmpty());
    assertArrayEquals(edit.text(), file.read().edits().get(ODD).text());
    decides(RawPath.of("other"), Verdict.ACCEPT);
    file.append(
        ODD, Optional.of(Decision.of(Verdict.REJECT, Optional.of(SEEN))), Optional.of(edit));
    assertArrayEquals(edit.began(), file.read().edits().get(ODD).began());
    assertEquals(Verdict.REJECT, file.read().decisions().get(ODD).verdict());
  }

  @Test
  void what_is_decided_is_open_until_a_review_merged_it_and_again_after_an_undo()
      throws IOException {
    EditedText edit = new EditedText("began".getBytes(UTF_8), "edited".getBytes(UTF_8));
    file.append(
        ODD,
        Optional.of(Decision.edited(Optional.of(SEEN), edit, Optional.empty())),
        Optional.empty());
    assertEquals(Set.of(ODD), OpenDecisions.of(directory, Set.of(ODD)).edited());
    OpenDecisions.merged(directory, List.of(ODD));
    assertEquals(Set.of(), OpenDecisions.of(directory, Set.of(ODD)).edited());
    assertEquals(Set.of(ODD), OpenDecisions.of(directory, Set.of()).edited());
    OpenDecisions.discarded(directory, List.of(ODD));
    assertEquals(Set.of(), OpenDecisions.of(directory, Set.of()).edited());
  }

  @Test
  void an_edited_text_without_a_change_becomes_a_draft_unless_an_undo_brings_the_change_back()
      throws IOException {
    assertFalse(OpenDecisions.haveEdited(directory));
    EditedText edit = new EditedText("began".getBytes(UTF_8), "edited".getBytes(UTF_8));
    file.append(
        ODD,
        Optional.of(Decision.edited(Optional.of(SEEN), edit, Optional.empty())),
        Optional.empty());
    assertTrue(OpenDecisions.haveEdited(directory));
    Set<RawPath> merged = Set.of(ODD);
    assertTrue(
        OpenDecisions.unlisted(directory, merged, merged, List.of(), (_, _) -> true).isEmpty());
    Path draft =
        OpenDecisions.unlisted(directory, merged, Set.of(), List.of(), (_, _) -> false).get(ODD);
    assertEquals("edited", Files.readString(draft));
    assertFalse(OpenDecisions.haveEdited(directory));
    assertEquals(List.of(draft), OpenDecisions.of(directory, merged).drafts());
  }

  @Test
  void a_merged_text_becomes_a_draft_only_when_it_is_gone() throws IOException {
    EditedText edit = new EditedText("began".getBytes(UTF_8), "edited".getBytes(UTF_8));
    file.append(
        ODD,
        Optional.of(Decision.edited(Optional.of(SEEN), edit, Optional.empty())),
        Optional.empty());
    OpenDecisions.merged(directory, List.of(ODD));
    Set<RawPath> merged = Set.of(ODD);
    assertTrue(
        OpenDecisions.unlisted(directory, merged, Set.of(), List.of(), (_, _) -> false).isEmpty());
    assertEquals(
        merged,
        OpenDecisions.unlisted(directory, merged, Set.of(), List.of(), (_, _) -> true).keySet());
  }

  @Test
  void a_draft_is_named_by_its_place() throws IOException {
    Path draft = Files.writeString(directory.resolve("draft-1"), "hours of work");
    assertEquals(List.of(draft), OpenDecisions.of(directory, Set.of()).drafts());
    assertEquals(List.of(), OpenDecisions.of(directory.resolve("none"), Set.of()).drafts());
  }

  @Test
  void what_was_not_read_yet_is_not_written_down() throws IOException {
    file.append(ODD, Optional.of(Decision.of(Verdict.ACCEPT, Optional.empty())), Optional.empty());
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
