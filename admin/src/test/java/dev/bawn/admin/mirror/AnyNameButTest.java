package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AnyNameButTest {

  @Test
  void every_name_over_a_small_alphabet_matches_but_the_words() {
    for (List<String> words :
        List.of(
            List.of("a"),
            List.of("ab", "abb"),
            List.of("ab", "ba", "bab"),
            List.of("", "b"),
            List.<String>of())) {
      Pattern expression = Pattern.compile(AnyNameBut.these(words));
      names(4)
          .forEach(name ->
              assertEquals(
                  !Set.copyOf(words).contains(name),
                  expression.matcher(name).matches(),
                  () -> "'" + name + "' with " + words));
    }
  }

  @Test
  void no_name_has_a_slash() {
    assertEquals(false, Pattern.matches(AnyNameBut.these(List.of("ab")), "x/y"));
  }

  /** All words of a, b and c up to that length. */
  private static Stream<String> names(int length) {
    return length == 0
        ? Stream.of("")
        : Stream.concat(
            Stream.of(""),
            names(length - 1).flatMap(rest -> Stream.of("a" + rest, "b" + rest, "c" + rest)));
  }
}
