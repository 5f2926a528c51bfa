package dev.bawn.contract.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestMatchTest {

  @ParameterizedTest
  @CsvSource({
    "gti, git",
    "gitt, git",
    "gi, git",
    "pyhton3, python3",
    "bsah, bash",
    "perl, ''",
    "x, ''",
    "'', ''"
  })
  void finds_what_was_probably_meant(String typed, String meant) {
    assertEquals(
        meant, NearestMatch.to(typed, List.of("bash", "git", "python3", "cat")).orElse(""));
  }

  @Test
  void a_name_of_two_letters_is_no_guess_for_a_longer_word() {
    assertEquals("", NearestMatch.to("mvn", List.of("mv")).orElse(""));
    assertEquals("ls", NearestMatch.to("sl", List.of("ls", "mv")).orElse(""));
    assertEquals("", NearestMatch.to("-l", List.of("-q")).orElse(""));
  }

  @Test
  void a_name_of_one_letter_is_no_guess() {
    assertEquals("", NearestMatch.to("b", List.of("a", "", "ab")).orElse(""));
    assertEquals("", NearestMatch.to("", List.of("a", "")).orElse(""));
    assertEquals("", NearestMatch.to("ab", List.of("a", "b")).orElse(""));
  }

  @Test
  void letters_in_each_others_place_are_likelier_than_one_too_many() {
    assertEquals("npm", NearestMatch.to("nmp", List.of("cmp", "npm")).orElse(""));
    assertEquals(
        "status", NearestMatch.to("stauts", List.of("stats", "status", "start")).orElse(""));
  }

  @Test
  void a_hint_names_what_was_meant_before_it_tells_how_to_go_on() {
    List<String> agents = List.of("a.noir", "b.blanc");
    assertEquals(
        "did you mean a.noir? see: list", NearestMatch.hint("a.nior", agents, "see: list"));
    assertEquals("see: list", NearestMatch.hint("zebra", agents, "see: list"));
    assertEquals("see: list", NearestMatch.hint("nosuch", List.of("touch"), "see: list"));
  }
}
