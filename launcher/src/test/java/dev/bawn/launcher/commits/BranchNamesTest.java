package dev.bawn.launcher.commits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchNamesTest {

  /** The first is the checked-out one. */
  private static BranchNames names(String... branches) {
    return BranchNames.of(
        new BranchName("to"),
        new Branch(branches[0], branches[0]),
        Stream.of(branches).map(each -> new Branch(each, each)).toList());
  }

  @Test
  void keepsTheTypedNameForTheCheckedOutBranchAlsoWhereThatIsHeldBack() {
    List<Branch> fetched = List.of(new Branch("good", "1"), new Branch("other", "2"));
    assertEquals(
        List.of("to-good", "to-other"),
        BranchNames.of(new BranchName("to"), new Branch("main", "3"), fetched).names());
  }

  @Test
  void numbersNamesThatAreTheSameToAFileSystemOrAReader() {
    assertEquals(
        List.of("to", "to-a-b", "to-a-b-2", "to-A-b-3", "to-a-b-2-2", "to-\u00e4", "to-a\u0308-2"),
        names("main", "a/b", "a-b", "A-b", "a-b-2", "\u00e4", "a\u0308").names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-x", "HEAD", "a b", "../x", "@{-1}", "x.lock", "a\u001bb"})
  void refusesWhatIsNoNameOfABranch(String name) {
    assertThrows(WrongUsage.class, () -> BranchName.of(name, "bawn merge x --branch y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"to/x", "to-a/x", "to-A", "to-a"})
  void refusesToTakeTheNameOfABranchOfTheProject(String there) {
    assertThrows(Refused.class, () -> names("main", "a").requireFree(Map.of(there, "x"), Set.of()));
  }

  @Test
  void takesABranchThatTheUserNamedOrThatCameFromTheSession() {
    Map<String, String> project = Map.of("to", "x", "to-a", "earlier", "to-b", "b", "main", "x");
    names("main", "a", "b").requireFree(project, Set.of("earlier"));
  }
}
