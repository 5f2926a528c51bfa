package dev.bawn.contract.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {

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
    assertEquals(meant, NearestWord.to(typed, List.of("bash", "git", "python3", "cat")).orElse(""));
  }
}
