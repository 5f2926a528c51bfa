package dev.bawn.launcher.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.patch.Hunk;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Hazard;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The list of changes under review and the decisions about them. */
class ReviewListTest {

  private static final ReviewedVersion ONE = new ReviewedVersion("FILE:644:1");
  private static final ReviewedVersion OTHER = new ReviewedVersion("FILE:644:2");

  private static final FileDiff NONE = diff();
  private static final View NO_VIEW = view(NONE);
  private static final FileDiff TWO_HUNKS =
      diff(new Hunk(0, 1, "A\n", List.of("@@"), 1, 1), new Hunk(1, 1, "B\n", List.of("@@"), 1, 1));

  private final List<String> told = new ArrayList<>();
  private final ReviewList list =
      new ReviewList(each ->
          told.add(
              each.path() + " " + each.decision().map(it -> it.verdict().word()).orElse("open")));

  private static Reviewed added(String path, long time, Hazard... hazards) {
    FileStatus status =
        new FileStatus(FileKind.FILE, 0_644, 1, 0, 0, 0, false, time, time, 1, false);
    return new Reviewed(
        new Change.Added(RawPath.of(path), status),
        Set.of(hazards),
        Optional.of("direnv"),
        Optional.empty(),
        Others.NOTHING,
        Optional.empty());
  }

  private static Reviewed moved(String path, String from) {
    Reviewed reviewed = added(path, 1);
    FileStatus status = reviewed.change().statusAfter().orElseThrow();
    return new Reviewed(
        reviewed.change(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Others.NOTHING,
        Optional.of(new Moves.Move(RawPath.of(from), status, 100, Others.NOTHING)));
  }

  private static FileDiff diff(Hunk... hunks) {
    return new FileDiff(List.of(), List.of(hunks), "", "1\n2\n", true, Optional.empty());
  }

  private static View view(FileDiff diff) {
    return new View(null, diff, Optional.empty());
  }

  private void lists(String... paths) {
    list.list(List.of(paths).stream().map(path -> added(path, 1)).toList());
  }

  private List<String> rows() {
    return list.rows().stream()
        .map(row -> row.entry().map(it -> it.path().shown()).orElse(row.directory().shown() + "/"))
        .toList();
  }

  private Entry entry(String path) {
    return list.entries().stream()
        .filter(each -> each.path().shown().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void changes_are_grouped_by_directory_and_the_first_file_is_selected() {
    lists("a", "dir-x", "dir/b", "dir/deep/c");
    assertEquals(List.of("/", "a", "dir-x", "dir/", "dir/b", "dir/deep/", "dir/deep/c"), rows());
    assertEquals("a", list.selected().orElseThrow().path().shown());
  }

  @Test
  void the_kind_of_a_change_names_changed_permissions_unless_others_changed_the_file_too() {
    FileStatus before = added("a", 1).change().statusAfter().orElseThrow();
    FileStatus after = before.as(FileKind.FILE, 0_600, 2);
    RawPath path = RawPath.of("a");
    assertEquals(
        "modified  0644 → 0600", what(new Change.Modified(path, before, after), Others.NOTHING));
    assertEquals("modified", what(new Change.Modified(path, before, after), Others.CHANGED));
    assertEquals("modified", what(new Change.Modified(path, before, before), Others.NOTHING));
    assertEquals(
        "mode  0644 → 0600", what(new Change.ModeChanged(path, before, after), Others.CHANGED));
  }

  private static String what(Change change, Others others) {
    return new Entry(
            new Reviewed(
                change, Set.of(), Optional.empty(), Optional.empty(), others, Optional.empty()))
        .what();
  }

  @Test
  void a_directory_stands_for_all_below_it_and_for_nothing_beside_it() {
    lists("a", "dir-x", "dir/b", "dir/deep/c");
    list.select(3);
    list.decide(list.row().orElseThrow().below(), Verdict.ACCEPT);
    assertEquals(Set.of("dir/b accept", "dir/deep/c accept"), Set.copyOf(told));
    assertEquals(2, list.open().size());
  }

  @Test
  void undo_takes_back_one_decision_about_many_and_gives_what_was_decided_before() {
    lists("a", "b");
    list.decide(List.of(entry("a")), Verdict.REJECT);
    list.decide(list.entries(), Verdict.ACCEPT);
    assertEquals(2, list.lastDecided().size());
    list.undo();
    assertEquals(Verdict.REJECT, entry("a").decision().orElseThrow().verdict());
    assertTrue(entry("b").decision().isEmpty());
    assertEquals(1, list.lastDecided().size());
    list.undo();
    assertTrue(list.lastDecided().isEmpty());
  }

  @Test
  void a_decision_is_about_what_was_read_when_it_was_read_later() {
    lists("a");
    list.decide(list.entries(), Verdict.ACCEPT);
    assertFalse(entry("a").decision().orElseThrow().isReady());
    assertFalse(entry("a").read(ONE, NO_VIEW));
    assertEquals(Optional.of(ONE), entry("a").decision().orElseThrow().seen());
    assertTrue(entry("a").decision().orElseThrow().isReady());
  }

  @Test
  void a_decision_about_something_else_is_lost_and_the_change_is_marked() {
    lists("a");
    entry("a").read(ONE, NO_VIEW);
    list.decide(list.entries(), Verdict.ACCEPT);
    assertTrue(entry("a").read(OTHER, NO_VIEW));
    assertTrue(entry("a").isChanged());
    assertTrue(entry("a").decision().isEmpty());
    list.decide(list.entries(), Verdict.ACCEPT);
    assertFalse(entry("a").isChanged());
  }

  @Test
  void what_is_listed_again_keeps_its_decision_until_it_is_read_and_the_selection_stays() {
    lists("a", "b", "c");
    entry("b").read(ONE, NO_VIEW);
    list.decide(List.of(entry("b")), Verdict.ACCEPT);
    list.select(2);
    list.list(List.of(added("a", 1), added("a2", 1), added("b", 2)));
    assertEquals("b", list.selected().orElseThrow().path().shown());
    assertTrue(entry("b").seen().isEmpty());
    assertTrue(entry("b").decision().isPresent());
    list.list(List.of());
    assertTrue(list.row().isEmpty());
    list.move(1);
    assertFalse(list.next(1, _ -> true));
  }

  @Test
  void a_decision_about_a_move_is_lost_as_soon_as_it_is_listed_as_none_or_another_one() {
    list.list(List.of(added("a", 1), moved("b", "from"), moved("c", "from")));
    list.entries().forEach(each -> each.read(ONE, NO_VIEW));
    list.decide(list.entries(), Verdict.ACCEPT);
    list.list(List.of(moved("a", "from"), added("b", 1), moved("c", "from")));
    assertTrue(entry("a").decision().isEmpty());
    assertTrue(entry("b").isChanged());
    assertTrue(entry("c").decision().isPresent());
  }

  @Test
  void the_next_hazard_is_found_round_the_end_in_both_directions() {
    list.list(List.of(added("a", 1, Hazard.ACTS), added("b", 1), added("c", 1, Hazard.NAME)));
    list.select(2);
    assertTrue(list.next(1, Entry::isHazard));
    assertEquals(3, list.cursor());
    assertTrue(list.next(1, Entry::isHazard));
    assertEquals(1, list.cursor());
    assertTrue(list.next(-1, Entry::isHazard));
    assertEquals(3, list.cursor());
    assertFalse(list.next(1, Entry::isConflict));
  }

  @Test
  void a_merge_says_what_conflicts_and_what_it_never_brings() {
    lists("a", "b");
    list.wait(
        new Outcome(
            List.of(),
            List.of(
                new Waiting(RawPath.of("a"), "both", true),
                new Waiting(RawPath.of("b"), "never", false))));
    assertTrue(entry("a").isConflict());
    assertFalse(entry("b").isConflict());
    assertEquals("never", entry("b").waits());
  }

  private static Optional<Decision> hunks(String verdicts) {
    return Decision.byHunks(Optional.of(ONE), verdicts, TWO_HUNKS);
  }

  @Test
  void accepted_hunks_count_while_others_are_open_and_rejected_ones_alone_do_not() {
    assertEquals(Optional.empty(), hunks(".."));
    assertTrue(hunks("y.").orElseThrow().isReady());
    assertFalse(hunks("n.").orElseThrow().isReady());
    assertEquals("with open hunks", hunks("n.").orElseThrow().label());
    assertEquals(Verdict.PARTLY, hunks("yn").orElseThrow().verdict());
    assertEquals("partly", hunks("yn").orElseThrow().label());
    assertEquals(Verdict.ACCEPT, hunks("yy").orElseThrow().verdict());
    assertEquals(Verdict.REJECT, hunks("nn").orElseThrow().verdict());
    assertTrue(Decision.of(Verdict.ACCEPT, Optional.of(ONE)).isReady());
  }

  @Test
  void a_decision_about_hunks_that_are_merged_by_now_is_none_and_no_loss() {
    lists("a");
    entry("a").read(ONE, view(TWO_HUNKS));
    list.decide(entry("a"), hunks("y."));
    assertFalse(entry("a").read(ONE, NO_VIEW));
    assertTrue(entry("a").decision().isEmpty());
    assertFalse(entry("a").isChanged());
  }

  @Test
  void a_text_made_of_both_counts_no_more_when_others_change_theirs_and_is_kept()
      throws IOException {
    lists("a");
    View both = conflict(ONE);
    EditedText edit = new EditedText("1\n2\n3\n".getBytes(UTF_8), "1\n2\nmine\n".getBytes(UTF_8));
    entry("a").read(ONE, both);
    list.decide(entry("a"), Optional.of(Decision.edited(Optional.of(ONE), edit, both.conflict())));
    assertFalse(entry("a").read(ONE, conflict(ONE)));
    assertTrue(entry("a").read(ONE, conflict(OTHER)));
    assertTrue(entry("a").decision().isEmpty());
    EditedText lost = entry("a").lostEdit().orElseThrow();
    assertEquals("one\n2\nmine\n", edited(lost, "one\n2\n3\n"));
    assertEquals("1\n2\nmine\n", edited(lost, "1\n2\nthree\n"));
    assertEquals("1\n2\nmine\n", edited(new EditedText(new byte[0], lost.text()), "one\n2\n3\n"));
    assertEquals("changed since you edited it: e starts from your text", headline());
  }

  @Test
  void who_accepts_what_they_edited_accepts_their_text_and_who_rejects_it_can_edit_it_again() {
    lists("a");
    EditedText edit = new EditedText("1\n".getBytes(UTF_8), "mine\n".getBytes(UTF_8));
    entry("a").read(ONE, NO_VIEW);
    list.decide(entry("a"), Optional.of(Decision.edited(Optional.of(ONE), edit, Optional.empty())));
    list.decide(List.of(entry("a")), Verdict.ACCEPT);
    assertEquals(Verdict.EDIT, entry("a").decision().orElseThrow().verdict());
    list.decide(List.of(entry("a")), Verdict.REJECT);
    assertEquals(Verdict.REJECT, entry("a").decision().orElseThrow().verdict());
    assertEquals("mine\n", new String(entry("a").lostEdit().orElseThrow().text(), UTF_8));
  }

  private static String edited(EditedText edit, String now) throws IOException {
    return new String(edit.of(now.getBytes(UTF_8)), UTF_8);
  }

  private String headline() {
    return new Headlines(list).about();
  }

  @Test
  void what_cannot_be_read_keeps_no_other_change_from_being_decided_and_merged() {
    lists("a", "b");
    list.decide(list.entries(), Verdict.ACCEPT);
    entry("a").unreadable("Input/output error");
    entry("b").read(ONE, NO_VIEW);
    assertEquals(0, list.unread());
    assertEquals(Set.of(RawPath.of("b")), ReviewResult.of(list, List.of()).merged().keySet());
    lists("a", "b");
    assertEquals("Input/output error", entry("a").unreadable());
    list.list(List.of(added("a", 2), added("b", 1)));
    assertEquals("", entry("a").unreadable());
  }

  private static View conflict(ReviewedVersion project) {
    byte[] text = {};
    return new View(null, NONE, Optional.of(new Conflict.Lines(project, text, text, text, text)));
  }

  private List<String> asks(Waiting... waiting) {
    return new MergeQuestion(
            list,
            ReviewResult.of(list, List.of()),
            new Outcome(List.of(), List.of(waiting)),
            new ReviewRequest("work", List.of(), null, Path.of(""), null, "xterm", false))
        .lines();
  }

  @Test
  void a_question_counts_a_moved_file_once_and_names_what_waits_and_hunks() {
    list.list(List.of(moved("b", "a"), added("c", 1), added("d", 1), added("e", 1)));
    for (Entry each : list.entries()) {
      each.read(ONE, view(TWO_HUNKS));
    }
    list.decide(list.entries(), Verdict.ACCEPT);
    assertEquals(
        List.of(
            "merge 4 changes into the project",
            "discard 0 changes",
            "leave 0 changes as they are",
            "",
            "y continues, any other key goes back"),
        asks());
    list.decide(entry("c"), hunks("y."));
    list.decide(entry("d"), hunks("n."));
    assertEquals(
        List.of(
            "merge 2 changes into the project",
            "  c: 1 hunk accepted, 0 rejected, 1 open",
            "discard 0 changes",
            "leave 2 changes as they are",
            "  e: both changed it",
            "  d: 0 hunks accepted, 1 rejected, 1 open",
            "",
            "y continues, any other key goes back"),
        asks(new Waiting(RawPath.of("e"), "both changed it", true)));
  }
}
