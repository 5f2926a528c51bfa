package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the removed file from which a new file was moved. */
class MovesTest {

  private static final int LINES = 30_000;

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory);
  }

  private List<String> told() throws IOException {
    try (Layers layers = session.layers()) {
      return Moves.of(layers, layers.changes()).all().entrySet().stream()
          .map(each ->
              "%s -> %s %d"
                  .formatted(each.getValue().from(), each.getKey(), each.getValue().percent()))
          .sorted()
          .toList();
    }
  }

  /** Returns lines that differ for each seed. */
  private static String lines(int seed, int count) {
    Random random = new Random(seed);
    StringBuilder lines = new StringBuilder();
    for (int line = 0; line < count; line++) {
      lines.append(Long.toHexString(random.nextLong())).append('\n');
    }
    return lines.toString();
  }

  @Test
  void a_file_is_similar_to_one_of_half_its_size_and_no_smaller_one() throws IOException {
    session.had("a", lines(1, 100)).had("b", lines(2, 100));
    session.removed("a").removed("b").wrote("half", lines(1, 55)).wrote("less", lines(2, 40));
    assertEquals(List.of("a -> half 54"), told());
  }

  @Test
  void large_files_are_compared_with_equal_ones() throws IOException {
    session.others("truncate -s 300M a b && echo end >>a && echo another >>b");
    session
        .removed("a")
        .removed("b")
        .did("truncate -s 300M c d && echo end >>c && echo nothing >>d");
    assertEquals(List.of("a -> c 100"), told());
  }

  @Test
  void files_of_which_too_many_bytes_would_be_read_are_no_moves() throws IOException {
    session.others("truncate -s 3G a").removed("a").did("truncate -s 3G b");
    assertEquals(List.of(), told());
  }

  @Test
  void small_files_are_compared_before_many_large_ones_use_up_what_is_read() throws IOException {
    session.had("a", lines(1, 100)).had("large", lines(2, LINES));
    session.removed("a").removed("large").wrote("b", lines(1, 90));
    for (int each = 0; each < 60; each++) {
      session.wrote("new" + each, lines(10 + each, LINES));
    }
    session.wrote("larger", lines(2, LINES + 500));
    assertEquals(List.of("a -> b 90"), told());
  }

  @Test
  void equal_files_go_where_the_others_of_their_directory_went() throws IOException {
    session.had("one/same", "same\n").had("one/m", lines(1, 9));
    session.had("two/same", "same\n").had("two/n", lines(2, 9));
    session.removed("one").removed("two");
    session.wrote("zeta/same", "same\n").wrote("zeta/m", lines(1, 9));
    session.wrote("alpha/same", "same\n").wrote("alpha/n", lines(2, 9));
    assertEquals(
        List.of(
            "one/m -> zeta/m 100",
            "one/same -> zeta/same 100",
            "two/n -> alpha/n 100",
            "two/same -> alpha/same 100"),
        told());
  }

  @Test
  void one_of_two_equal_removed_files_was_moved_first_that_with_the_same_name() throws IOException {
    session.had("a/x", "same\n").had("b/y", "same\n").had("a/m", lines(1, 9));
    session.removed("a").removed("b");
    session.wrote("d/m", lines(1, 9)).wrote("d/y", "same\n");
    assertEquals(List.of("a/m -> d/m 100", "b/y -> d/y 100"), told());
  }

  @Test
  void of_two_equal_new_files_that_with_the_same_name_was_moved() throws IOException {
    session.had("a/x", "same\n").removed("a/x");
    session.wrote("c/copy", "same\n").wrote("d/x", "same\n");
    assertEquals(List.of("a/x -> d/x 100"), told());
  }

  @Test
  void of_two_similar_files_that_with_the_same_name_was_moved() throws IOException {
    session.had("a/x", lines(1, 20)).had("b/y", lines(1, 20)).removed("a").removed("b");
    session.wrote("d/y", lines(1, 19));
    assertEquals(
        List.of("b/y -> d/y"),
        told().stream().map(each -> each.replaceAll(" [0-9]+$", "")).toList());
  }
}
