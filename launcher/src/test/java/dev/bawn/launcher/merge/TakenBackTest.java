package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merges that are reverted in the project by other programs, such as {@code git checkout}. */
final class TakenBackTest extends MergeScene {

  private static final String FIRST = "one\n2\n3\n4\n5\n6\n7\n8\n9\n";
  private static final String BOTH = "one\n2\n3\n4\n5\n6\n7\n8\nnine\n";

  @BeforeEach
  void committed() throws IOException {
    withGit();
    session.begins();
  }

  private String list() throws IOException {
    return Files.readString(session.project.resolve("list")).replace("\n", "|");
  }

  private SortedSet<String> brought() throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      layers.changes();
      SortedSet<String> paths = new TreeSet<>();
      for (RawPath path : merges().onlyCopies(layers).brought().keySet()) {
        paths.add(path.bytes());
      }
      return paths;
    }
  }

  private Outcome undo() throws IOException {
    return merges()
        .undo(() -> {
          try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
            layers.changes();
            return layers.takenBack();
          }
        });
  }

  private void mergedAll() throws IOException {
    assertEquals(List.of(), told(merge(false)));
    assertEquals(List.of(), left());
  }

  @Test
  void a_session_that_goes_on_brings_the_first_part_again() throws IOException {
    session.wrote("list", FIRST);
    mergedAll();
    session.others("git checkout -q .");
    assertEquals(List.of(), left());
    assertEquals(List.of("list"), List.copyOf(brought()));
    session.wrote("list", BOTH);
    assertEquals(List.of("modified list"), left());
    mergedAll();
    assertEquals("one|2|3|4|5|6|7|8|nine|", list());
    assertTrue(brought().isEmpty());
    merges().undo(Map::of);
    assertEquals("1|2|3|4|5|6|7|8|9|", list());
    assertEquals(List.of("modified list"), left());
    mergedAll();
    assertEquals("one|2|3|4|5|6|7|8|nine|", list());
  }

  @Test
  void an_edit_beside_hides_nothing() throws IOException {
    session.wrote("list", FIRST);
    mergedAll();
    session.others("git checkout -q . && sed -i s/5/five/ list");
    assertEquals(List.of("list"), List.copyOf(brought()));
    session.wrote("list", BOTH);
    mergedAll();
    assertEquals("one|2|3|4|five|6|7|8|nine|", list());
  }

  @Test
  void edits_that_were_there_before_the_merge_hide_nothing_either() throws IOException {
    session.others("sed -i s/5/five/ list");
    session.wrote("list", FIRST);
    mergedAll();
    session.others("git checkout -q .");
    session.wrote("list", BOTH);
    mergedAll();
    assertEquals("one|2|3|4|5|6|7|8|nine|", list());
  }

  @Test
  void each_version_that_merges_replaced_is_an_only_copy() throws IOException {
    session.wrote("list", FIRST);
    for (String edit : List.of("s/7/seven/", "s/8/eight/")) {
      session.others("git checkout -q . && sed -i " + edit + " list");
      mergedAll();
      session.others("git checkout -q .");
      session.did("sed -i s/3/three/ list");
      undo();
    }
    session.others("sed -i s/5/five/ list");
    mergedAll();
    session.others("git checkout -q .");
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      layers.changes();
      OnlyCopies only = merges().onlyCopies(layers);
      assertEquals(only.count(), only.replaced().values().iterator().next().size() + 1);
      assertTrue(only.count() > 2, only.toString());
    }
  }

  @Test
  void an_edit_of_what_was_merged_stays() throws IOException {
    session.wrote("list", FIRST);
    mergedAll();
    session.others("sed -i 's/one/uno/; s/5/five/' list");
    assertTrue(brought().isEmpty());
    session.wrote("list", BOTH);
    mergedAll();
    assertEquals("uno|2|3|4|five|6|7|8|nine|", list());
  }

  @Test
  void a_commit_between_two_merges_takes_the_second_alone_back() throws IOException {
    session.wrote("list", FIRST);
    mergedAll();
    session.others(COMMIT);
    session.wrote("list", BOTH);
    mergedAll();
    session.others("git checkout -q . && sed -i s/one/uno/ list");
    assertEquals(List.of("list"), List.copyOf(brought()));
    session.wrote("list", BOTH + "ten\n");
    mergedAll();
    assertEquals("uno|2|3|4|5|6|7|8|nine|ten|", list());
  }

  @Test
  void new_files_links_and_files_that_are_no_text_are_whole_changes_again() throws IOException {
    session.wrote("new/n", "n\n").wrote("b", "\0one").linked("link-to-be", "b");
    mergedAll();
    session.others("git checkout -q . && git clean -qfd");
    assertEquals(List.of("b", "link-to-be", "new/n"), List.copyOf(brought()));
    session.wrote("new/n", "n\nm\n").wrote("b", "\0two").did("ln -sfn list link-to-be");
    mergedAll();
    assertTrue(brought().isEmpty());
    assertEquals("n\nm\n", Files.readString(session.project.resolve("new/n")));
    assertEquals("\0two", Files.readString(session.project.resolve("b")));
    assertTrue(Files.isSymbolicLink(session.project.resolve("link-to-be")));
  }

  @Test
  void a_move_that_goes_on_is_whole_again() throws IOException {
    session.removed("b").wrote("moved", "b\n");
    mergedAll();
    session.others("git checkout -q . && git clean -qfd");
    session.wrote("moved", "b\nmore\n");
    mergedAll();
    assertEquals("b\nmore\n", Files.readString(session.project.resolve("moved")));
    assertTrue(brought().isEmpty());
  }

  @Test
  void an_undo_of_what_was_taken_back_and_edited_lets_it_be_merged_again() throws IOException {
    session.wrote("list", FIRST).wrote("b", "2\n");
    mergedAll();
    session.others("git checkout -q . && sed -i s/5/five/ list");
    assertEquals(List.of("b", "list"), List.copyOf(brought()));
    assertEquals(List.of(), told(undo()));
    assertEquals("1|2|3|4|five|6|7|8|9|", list());
    assertEquals(List.of("modified b", "modified list"), left());
    mergedAll();
    assertEquals("one|2|3|4|five|6|7|8|9|", list());
  }

  @Test
  void an_undo_goes_on_where_edits_before_the_merge_were_taken_back_with_it() throws IOException {
    session.others("sed -i s/5/five/ list");
    session.wrote("list", FIRST);
    mergedAll();
    session.others("git checkout -q .");
    assertEquals(List.of("list"), List.copyOf(brought()));
    assertEquals(List.of(), told(undo()));
    assertEquals(List.of("modified list"), left());
    mergedAll();
    assertEquals("one|2|3|4|5|6|7|8|9|", list());
  }
}
