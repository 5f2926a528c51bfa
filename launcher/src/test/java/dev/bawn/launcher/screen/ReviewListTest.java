package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Hazard;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The list of changes under review and the decisions about them. */
class ReviewListTest {

  private static final Seen ONE = new Seen("FILE:644:1");
  private static final Seen OTHER = new Seen("FILE:644:2");

  private final List<String> told = new ArrayList<>();
  private final ReviewList list =
      new ReviewList(each ->
          told.add(
              each.path() + " " + each.decision().map(it -> it.verdict().word()).orElse("open")));

  private static Reviewed added(String path, long time, Hazard... hazards) {
    FileStatus status = new FileStatus(FileKind.FILE, 0_644, 1, 0, 0, 0, false, time);
    return new Reviewed(
        new Change.Added(RawPath.of(path), status),
        Set.of(hazards),
        Optional.of("direnv"),
        Optional.empty(),
        Others.NOTHING,
        Optional.empty());
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
    assertEquals(2, list.undo().size());
    assertEquals(Verdict.REJECT, entry("a").decision().orElseThrow().verdict());
    assertTrue(entry("b").decision().isEmpty());
    assertEquals(1, list.undo().size());
    assertEquals(List.of(), List.copyOf(list.undo()));
  }

  @Test
  void a_decision_is_about_what_was_read_when_it_was_read_later() {
    lists("a");
    list.decide(list.entries(), Verdict.ACCEPT);
    assertFalse(entry("a").decision().orElseThrow().isReady());
    assertFalse(entry("a").read(ONE, 1, 0));
    assertEquals(Optional.of(ONE), entry("a").decision().orElseThrow().seen());
    assertTrue(entry("a").decision().orElseThrow().isReady());
  }

  @Test
  void a_decision_about_something_else_is_lost_and_the_change_is_marked() {
    lists("a");
    entry("a").read(ONE, 1, 0);
    list.decide(list.entries(), Verdict.ACCEPT);
    assertTrue(entry("a").read(OTHER, 1, 0));
    assertTrue(entry("a").isChanged());
    assertTrue(entry("a").decision().isEmpty());
    list.decide(list.entries(), Verdict.ACCEPT);
    assertFalse(entry("a").isChanged());
  }

  @Test
  void what_is_listed_again_keeps_its_decision_until_it_is_read_and_the_selection_stays() {
    lists("a", "b", "c");
    entry("b").read(ONE, 1, 0);
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

  @Test
  void open_hunks_keep_a_decision_from_counting() {
    Decision partly =
        new Decision(
            Verdict.PARTLY, Optional.of(ONE), "y.n", Optional.of(new byte[0]), Optional.empty());
    assertFalse(partly.isReady());
    assertTrue(Decision.of(Verdict.ACCEPT, Optional.of(ONE)).isReady());
  }
}
