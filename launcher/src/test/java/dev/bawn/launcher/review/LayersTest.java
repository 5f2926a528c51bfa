package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes of a session in an upper layer. */
class LayersTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session =
        new Overlaid(directory)
            .had("README.md", "a project\n")
            .had("src/main.py", "print(1)\n")
            .had("src/lib/deep.py", "deep\n");
  }

  @Test
  void a_session_that_did_nothing_changed_nothing() throws IOException {
    assertEquals(List.of(), session.changes());
  }

  @Test
  void new_changed_and_removed_files_are_told_apart() throws IOException {
    session
        .wrote("README.md", "another project\n")
        .wrote("src/new.py", "new\n")
        .removed("src/main.py")
        .made("empty");
    assertEquals(
        List.of(
            "modified README.md file",
            "added empty directory",
            "removed src/main.py file",
            "added src/new.py file"),
        session.changes());
  }

  @Test
  void changes_can_be_listed_again_and_are_those_of_then() throws IOException {
    session.wrote("new", "new");
    try (Layers layers = session.layers()) {
      assertEquals(1, layers.changes().size());
      session.wrote("newer", "new");
      assertEquals(2, layers.changes().size());
    }
  }

  @Test
  void what_was_only_copied_up_is_no_change() throws IOException {
    session.wrote("README.md", "a project\n").made("src/lib");
    assertEquals(List.of(), session.changes());
  }

  @Test
  void a_file_of_the_same_size_and_time_is_read() throws IOException {
    session.wrote("README.md", "A PROJECT\n");
    Files.setLastModifiedTime(
        session.upper.resolve("README.md"),
        Files.getLastModifiedTime(session.project.resolve("README.md")));
    assertEquals(List.of("modified README.md file"), session.changes());
  }

  @Test
  void large_files_are_compared_to_their_end() throws IOException {
    String large = "x".repeat(200_000);
    session.had("same", large).wrote("same", large).had("other", large + "a");
    session.wrote("other", large + "b");
    assertEquals(List.of("modified other file"), session.changes());
  }

  @Test
  void permissions_alone_are_a_change_of_files_and_directories() throws IOException {
    session
        .wrote("README.md", "a project\n")
        .mode("README.md", "rwxr-xr-x")
        .made("src")
        .mode("src", "rwx------")
        .wrote("src/main.py", "print(2)\n")
        .mode("src/main.py", "rw-------");
    assertEquals(
        List.of("mode README.md 644>755", "mode src 755>700", "modified src/main.py 644>600"),
        session.changes());
  }

  @Test
  void a_removed_directory_takes_along_all_that_was_in_it() throws IOException {
    session.removed("src");
    assertEquals(
        List.of(
            "removed src directory",
            "removed src/lib directory",
            "removed src/lib/deep.py file",
            "removed src/main.py file"),
        session.changes());
  }

  @Test
  void nothing_shows_through_a_directory_that_was_made_anew() throws IOException {
    session.wrote("src/main.py", "print(2)\n").wrote("src/x", "").marked("src", "opaque", "y");
    assertEquals(
        List.of(
            "replaced src directory",
            "removed src/lib directory",
            "removed src/lib/deep.py file",
            "modified src/main.py file",
            "added src/x file"),
        session.changes());
  }

  @Test
  void a_new_directory_is_not_taken_for_a_replaced_one() throws IOException {
    session.wrote("new/file", "").marked("new", "opaque", "y");
    assertEquals(List.of("added new directory", "added new/file file"), session.changes());
  }

  @Test
  void whiteouts_may_be_files_where_their_directory_says_so() throws IOException {
    session
        .wrote("src/main.py", "")
        .marked("src/main.py", "whiteout", "")
        .wrote("README.md", "")
        .marked("README.md", "whiteout", "")
        .marked("src", "opaque", "x");
    assertEquals(List.of("modified README.md file", "removed src/main.py file"), session.changes());
  }

  @Test
  void a_whiteout_over_nothing_is_nothing() throws IOException {
    session.removed("never-there").removed("new/neither");
    assertEquals(List.of("added new directory"), session.changes());
  }

  @Test
  void something_of_another_kind_is_told_with_both_kinds() throws IOException {
    session.linked("README.md", "/etc/passwd").wrote("src", "a file now");
    assertEquals(
        List.of(
            "type README.md file>link",
            "type src directory>file",
            "removed src/lib directory",
            "removed src/lib/deep.py file",
            "removed src/main.py file"),
        session.changes());
  }

  @Test
  void links_are_compared_by_where_they_lead_and_never_followed() throws IOException {
    Files.createSymbolicLink(session.project.resolve("same"), Path.of("/etc"));
    Files.createSymbolicLink(session.project.resolve("moved"), Path.of("README.md"));
    session.linked("same", "/etc").linked("moved", "/").linked("loop", "loop");
    assertEquals(List.of("added loop link", "modified moved link"), session.changes());
  }

  @Test
  void a_directory_of_the_project_is_not_entered_through_a_link() throws IOException {
    Files.createSymbolicLink(session.project.resolve("way"), Path.of("/etc"));
    session.wrote("way/passwd", "mine");
    assertEquals(List.of("type way link>directory", "added way/passwd file"), session.changes());
  }

  @Test
  void fifos_sockets_and_setuid_files_are_seen_and_not_opened() throws IOException {
    session.did("mkfifo pipe && touch id && chmod 6755 id");
    assertEquals(List.of("added id file", "added pipe fifo"), session.changes());
    try (Layers layers = session.layers()) {
      Change.Added id = (Change.Added) layers.changes().getFirst();
      assertTrue(id.after().isSetId());
      assertThrows(IOException.class, () -> layers.fileAfter(RawPath.of("pipe"), 1000));
    }
  }

  @Test
  void a_fifo_in_the_place_of_a_fifo_is_no_change() throws IOException {
    session.did("mkfifo pipe ../project/pipe");
    assertEquals(List.of(), session.changes());
  }

  @Test
  void references_are_found_beside_a_count_and_do_not_fill_it() throws IOException {
    session.wrote("new", "n");
    for (int each = 0; each < 30; each++) {
      session.wrote(".git/refs/heads/" + each, "x");
    }
    try (Layers layers = session.layers()) {
      assertEquals(1, layers.count(5).changes());
      assertFalse(layers.count(5).references().isEmpty());
      assertEquals(30, layers.count(100).references().size());
    }
  }

  @Test
  void names_may_hold_any_bytes() throws IOException {
    session.did("printf x >\"$(printf 'caf\\351')\" && printf x >\"$(printf 'a\\033[2Jb\\nc')\"");
    assertEquals(List.of("added a\\x1b[2Jb\\nc file", "added caf\\xe9 file"), session.changes());
    try (Layers layers = session.layers()) {
      RawPath raw = layers.changes().get(1).path();
      assertEquals(Optional.empty(), raw.text());
      assertArrayEquals("x".getBytes(StandardCharsets.UTF_8), layers.fileAfter(raw, 9).get());
    }
  }

  @Test
  void a_pointer_of_the_overlay_is_shown_and_not_followed() throws IOException {
    session.made("moved").marked("moved", "redirect", "/src").wrote("moved/file", "");
    assertEquals(List.of("added moved directory", "renamed moved /src"), session.changes());
  }

  @Test
  void a_file_that_claims_the_content_of_another_is_unclear() throws IOException {
    session.wrote("README.md", "a_project\n").marked("README.md", "metacopy", "");
    assertEquals(List.of("unclear README.md CONTENT_BELOW"), session.changes());
    try (Layers layers = session.layers()) {
      assertThrows(IOException.class, () -> layers.fileAfter(RawPath.of("README.md"), 1000));
    }
  }

  @Test
  void trees_that_are_too_deep_end_the_walk_there() throws IOException {
    session.made("d/".repeat(300));
    List<String> changes = session.changes();
    assertTrue(changes.getLast().startsWith("unclear d/d/d/"), changes.getLast());
    assertTrue(changes.getLast().endsWith(" TOO_DEEP"), changes.getLast());
  }

  @Test
  void a_link_on_the_way_to_a_file_is_refused() throws IOException {
    session.linked("way", "/etc");
    try (Layers layers = session.layers()) {
      assertThrows(IOException.class, () -> layers.fileAfter(RawPath.of("way/passwd"), 1 << 20));
    }
  }

  @Test
  void no_more_than_was_asked_for_is_read() throws IOException {
    session.wrote("large", "x".repeat(100_000));
    try (Layers layers = session.layers()) {
      assertEquals(Optional.empty(), layers.fileAfter(RawPath.of("large"), 99_999));
      assertEquals(100_000, layers.fileAfter(RawPath.of("large"), 100_000).get().length);
    }
  }

  @Test
  void without_a_project_below_all_is_new() throws IOException {
    session.wrote("a", "");
    try (Layers layers =
        Layers.open(Optional.empty(), Optional.empty(), session.upper, Base.NONE)) {
      assertEquals(1, layers.changes().size());
    }
  }

  @Test
  void a_project_that_is_gone_is_said() throws IOException {
    Failed failed =
        assertThrows(
            Failed.class,
            () ->
                Layers.open(
                    Optional.of(directory.resolve("gone")),
                    Optional.empty(),
                    session.upper,
                    Base.NONE));
    assertTrue(failed.what().startsWith("the project is missing"), failed.what());
  }

  @Test
  void what_was_hidden_from_the_session_is_told_from_what_it_saw_and_is_not_removed_by_it()
      throws IOException {
    session.had(".env", "TOKEN=x\n").had("a/secrets/key", "x").hid(".env").hid("a/secrets");
    session.wrote(".env", "mine\n").removed("a").wrote("b", "");
    assertEquals(List.of("modified .env file", "added b file"), session.changes());
    try (Layers layers = session.layers()) {
      assertEquals(
          List.of(".env"),
          layers.changes().stream()
              .map(Change::path)
              .filter(layers::hid)
              .map(RawPath::shown)
              .toList());
    }
  }

  @Test
  void what_was_changed_keeps_its_size() throws IOException {
    session.wrote("README.md", "longer than before\n");
    try (Layers layers = session.layers()) {
      Change.Modified modified = (Change.Modified) layers.changes().getFirst();
      FileStatus before = modified.before();
      assertEquals(10, before.size());
      assertEquals(19, modified.after().size());
    }
  }
}
