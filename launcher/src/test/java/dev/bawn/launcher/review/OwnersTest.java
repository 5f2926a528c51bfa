package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owners of the files that a session sees. The user of the tests owns all of them. */
class OwnersTest {

  @TempDir Path directory;
  private Overlaid session;
  private int uid;
  private int gid;

  @BeforeEach
  void aProject() throws IOException {
    session =
        new Overlaid(directory)
            .had("README.md", "a project\n")
            .had("src/main.py", "print(1)\n")
            .had("src/lib/deep.py", "deep\n");
    uid = (Integer) Files.getAttribute(session.project.resolve("src"), "unix:uid");
    gid = (Integer) Files.getAttribute(session.project.resolve("src"), "unix:gid");
  }

  private Owners owners(int asUid, int asGid) {
    Path masks = session.upper.resolveSibling("masks");
    return Owners.of(
        Optional.of(session.project),
        Optional.of(masks).filter(Files::exists),
        session.upper,
        asUid,
        asGid);
  }

  /** Returns the result for a user of another group: files of the session itself do not count. */
  private Owners ofAnotherGroup() {
    return owners(uid, gid + 1);
  }

  private static List<String> shown(List<RawPath> paths) {
    return paths.stream().map(RawPath::shown).toList();
  }

  @Test
  void what_is_ones_own_is_nobody_elses() {
    Owners owners = owners(uid, gid);
    assertEquals(5, owners.entries());
    assertEquals(0, owners.project().count());
    assertEquals(List.of(), owners.project().all());
    assertEquals(List.of(), owners.project().cover());
  }

  @Test
  void what_is_others_is_counted_and_the_topmost_is_named() {
    for (Owners owners : List.of(owners(uid + 1, gid), ofAnotherGroup())) {
      Holding holding = owners.project().all().getFirst();
      assertEquals(List.of(holding), owners.project().all());
      assertEquals(
          List.of((long) uid, (long) gid, 2L, 3L),
          List.of(holding.uid(), holding.gid(), holding.directories(), holding.files()));
      assertEquals(List.of("src"), shown(holding.topDirectories().first()));
      assertEquals(List.of("README.md"), shown(holding.topFiles().first()));
      assertEquals(List.of("README.md", "src"), shown(owners.project().cover()));
    }
  }

  @Test
  void what_the_session_replaced_or_removed_or_does_not_see_is_not_met() throws IOException {
    session.wrote("README.md", "new\n").removed("src/main.py").hid("src/lib");
    Owners owners = ofAnotherGroup();
    assertEquals(0, owners.project().count(), owners.project().toString());
    assertEquals(List.of("src/lib"), shown(owners.hidden().first()));
  }

  @Test
  void of_a_directory_that_replaced_another_nothing_below_is_met() throws IOException {
    session.made("src").marked("src", "opaque", "y");
    assertEquals(List.of("README.md"), shown(ofAnotherGroup().project().cover()));
  }

  @Test
  void a_directory_that_was_copied_up_is_looked_through_to_what_shows() throws IOException {
    session.had("src/lib/a", "").had("src/lib/b", "").wrote("src/lib/a", "mine\n");
    assertEquals(
        List.of("README.md", "src/lib/b", "src/lib/deep.py", "src/main.py"),
        shown(ofAnotherGroup().project().cover()));
  }

  @Test
  void what_the_session_wrote_is_its_owners_whatever_the_group() throws IOException {
    session.wrote("made/file", "x").linked("way", "/");
    assertEquals(0, ofAnotherGroup().written().count());
    Owners owners = owners(uid + 1, gid);
    assertEquals(3, owners.written().count());
    assertEquals(List.of("made", "way"), shown(owners.written().cover()));
  }

  @Test
  void a_workspace_that_began_empty_has_no_project() throws IOException {
    session.wrote("made/file", "x");
    Owners owners =
        Owners.of(Optional.empty(), Optional.empty(), session.upper, uid + 1L, (long) gid);
    assertEquals(2, owners.entries());
    assertEquals(0, owners.project().count());
    assertEquals(2, owners.written().count());
  }

  @Test
  void links_are_not_followed_and_loops_have_an_end() throws IOException {
    Files.createSymbolicLink(session.project.resolve("loop"), Path.of("."));
    Files.createSymbolicLink(session.project.resolve("src/root"), Path.of("/"));
    session.linked("self", "self").linked("up", "..");
    Owners owners = ofAnotherGroup();
    assertEquals(9, owners.entries());
    assertEquals(7, owners.project().count());
  }

  @Test
  void a_tree_that_is_too_deep_is_left_where_it_is() throws IOException {
    session.had("x/".repeat(250) + "file", "deep\n");
    Owners owners = owners(uid, gid);
    assertEquals(1, owners.closed().count());
    assertEquals("x/".repeat(200) + "x", owners.closed().first().getFirst().shown());
  }

  @Test
  void names_may_be_any_bytes() throws IOException {
    session.did(
        "cd ../project && rm -r src README.md && mkdir -- -x && : >\"-x/$(printf 'a\\377\\033b')\""
            + " && : >\"$(printf 'line\\nbreak')\"");
    Owners owners = ofAnotherGroup();
    assertEquals(List.of("-x", "line\\nbreak"), shown(owners.project().cover()));
    assertFalse(Files.exists(session.project.resolve("README.md"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void of_many_the_first_are_named() throws IOException {
    for (int i = 0; i < 300; i++) {
      session.had("data" + i % 9 + "/" + i, "");
    }
    Holding all = ofAnotherGroup().project().all().getFirst();
    assertEquals(303, all.files());
    assertEquals(10, all.topDirectories().count());
    assertEquals(List.of("data0", "data1", "data2"), shown(all.topDirectories().first()));
    assertEquals(List.of(""), shown(ofAnotherGroup().project().cover()));
  }

  @Test
  void a_cover_is_as_deep_as_few_paths_allow() {
    assertEquals(List.of("a/b/c", "d"), cover("a/b/c", "d"));
    assertEquals(
        List.of("a/0", "a/1", "a/2", "b"),
        cover("a/0/x", "a/0/y", "a/1/x", "a/1/y", "a/2/x", "a/2/y", "b"));
    assertEquals(List.of(""), cover("a/x", "b/x", "c/x", "d/x", "e/x", "f/x"));
    String deep = "x/".repeat(20);
    assertEquals(
        List.of("x" + "/x".repeat(15)),
        cover(deep + 1, deep + 2, deep + 3, deep + 4, deep + 5, deep + 6));
    assertEquals(List.of(), cover());
  }

  private static List<String> cover(String... paths) {
    Cover cover = new Cover();
    List.of(paths).forEach(path -> cover.add(RawPath.of(path)));
    return shown(cover.paths());
  }
}
