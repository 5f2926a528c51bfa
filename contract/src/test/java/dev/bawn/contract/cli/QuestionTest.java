package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QuestionTest {

  @Test
  void a_question_breaks_between_words_and_no_line_begins_with_the_choice() {
    Typist typist = Typist.onTerminal(Map.of("COLUMNS", "45"));
    assertFalse(Question.yes("wipe it? logins and conversations are lost", typist.surroundings()));
    assertEquals("wipe it? logins and conversations are\n  lost [y/N] \n", typist.isTold());
  }
}
