package dev.bawn.launcher.commits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.review.RawPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionHistoryTest {

  private static final RawPath NAME = new RawPath("a\nb");

  private static String id(String name) {
    return name.repeat(40);
  }

  /** Returns commits by their names and the names of their parents. */
  private static SessionHistory history(String misleading, String... commits) {
    return new SessionHistory(
        Stream.of(commits)
            .map(each ->
                new SessionCommit(
                    id(each.substring(0, 1)),
                    each.substring(1)
                        .chars()
                        .mapToObj(Character::toString)
                        .map(SessionHistoryTest::id)
                        .toList(),
                    "author",
                    Optional.empty(),
                    each))
            .toList(),
        Map.of(id(misleading), NAME));
  }

  @Test
  void withholdsWhatFollowsAMisleadingName() {
    SessionHistory history = history("b", "med", "ed", "dc", "cb", "ba", "a");
    assertEquals(
        Stream.of("m", "e", "d", "c", "b").map(SessionHistoryTest::id).collect(Collectors.toSet()),
        history.withheld());
    assertEquals(id("a"), history.before().orElseThrow().id());
    assertEquals(
        List.of("commit bbbbbbbbbb: the name of a file has control characters: a\\nb"),
        history.reasons());
  }

  @Test
  void countsWhatTheFetchedBranchesReach() {
    SessionHistory history = history("b", "cb", "ba", "da", "a");
    assertEquals(2, history.countOf(List.of(new Branch("d", id("d")))));
    assertEquals(3, history.countOf(List.of(new Branch("d", id("d")), new Branch("b", id("b")))));
  }

  @Test
  void knowsNoCommitBeforeTheFirst() {
    assertEquals(Optional.empty(), history("a", "ba", "ax").before());
  }
}
