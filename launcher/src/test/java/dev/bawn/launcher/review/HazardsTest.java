package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents and modes that are hazards. */
class HazardsTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory).had("text", "x\n").had("image", "\0x\n");
  }

  private List<String> told() throws IOException {
    try (Layers layers = session.layers()) {
      List<Reviewed> all = Reviewed.all(layers, layers.changes());
      assertFalse(all.stream().anyMatch(Reviewed::isSevere));
      return all.stream()
          .filter(each -> !each.hazards().isEmpty())
          .map(each -> each.change().path().shown() + ": " + each.labels())
          .toList();
    }
  }

  @Test
  void a_file_above_50_MiB_is_very_large() throws IOException {
    session.did("truncate -s 50M most; truncate -s 52428801 more");
    assertEquals(List.of("more: very large", "most: binary"), told());
  }

  @Test
  void a_NUL_anywhere_makes_a_file_binary() throws IOException {
    session.wrote("text", "x".repeat(200_000) + "\0\n").wrote("image", "\0y\n").wrote("new", "y\n");
    assertEquals(List.of("image: binary", "text: binary"), told());
  }

  @Test
  void a_moved_file_that_git_does_not_have_is_its_own_copy_only_while_no_byte_was_changed()
      throws IOException {
    String lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    session.others("git init -q && git add . && git -c user.name=a -c user.email=b commit -qm c");
    session.had("same", lines).had("edited", lines + "mine\n").begins();
    session.removed("same").wrote("to/same", lines);
    session.removed("edited").wrote("to/edited", lines + "theirs\n");
    assertEquals(
        List.of("edited: git has no copy of the file", "to/edited: git has no copy of the file"),
        told());
  }

  @Test
  void only_a_program_that_the_base_had_not_is_a_new_one() throws IOException {
    session.had("tool", "x\n").others("chmod +x tool; chmod -x text");
    session
        .wrote("tool", "y\n")
        .wrote("text", "y\n")
        .wrote("new", "y\n")
        .wrote("image", "\0x\n")
        .did("chmod +x *");
    assertEquals(
        List.of("image: new executable", "new: new executable", "text: new executable"), told());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "a\u2060b",
        "a\u180eb",
        "a\ufeffb",
        "a\u001b[2Kb",
        "a\bb",
        "a\u009b2Kb",
        "a\u007fb",
        "a\uD82F\uDCA0b",
        "a\uD834\uDD73b",
        "a\u3164b",
        "a\u1160b",
        "a\uDB40\uDC41b",
        "a\uDB40\uDD00b",
        "a\ufe0f",
        "a1\ufe0f=",
        "a1\ufe0f"
      })
  void characters_that_no_editor_shows_are_told(String text) throws IOException {
    session.wrote("new", text).wrote("text", "x".repeat((1 << 16) - 2) + text);
    assertEquals(List.of("new: invisible characters", "text: invisible characters"), told());
  }

  @ParameterizedTest
  @CsvSource({
    "'\ufeffa byte order mark'",
    "'joined: \uD83D\uDC68\u200D\uD83D\uDCBB'",
    "'emoji: \u2764\ufe0f, \u26a0\ufe0f and 1\ufe0f\u20e3 in a keycap'",
    "'\u05d0\u200f\u0628'",
    "'tab\tand feed\f\r\n'",
    "'caf\u00e9 \u4e2d\u6587'"
  })
  void what_people_write_is_no_hazard(String text) throws IOException {
    session.wrote("new", text);
    assertEquals(List.of(), told());
  }
}
