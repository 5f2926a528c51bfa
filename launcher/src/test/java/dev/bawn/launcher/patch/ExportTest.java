package dev.bawn.launcher.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Overlaid;
import dev.bawn.launcher.review.Reviewed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches, applied by git. */
class ExportTest {

  @TempDir Path directory;
  private Overlaid session;
  private List<LeftOut> leftOut;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory);
  }

  private byte[] export() throws IOException {
    ByteArrayOutputStream patch = new ByteArrayOutputStream();
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      leftOut = Export.to(patch, layers, changes, changes, Map.of());
    }
    return patch.toByteArray();
  }

  private String text() throws IOException {
    return new String(export(), StandardCharsets.ISO_8859_1);
  }

  /** Applies the patch to the project by git, and lists the result. */
  private List<String> applied() throws IOException {
    Path patch = directory.resolve("patch");
    Files.write(patch, export());
    Git.apply(session.project, patch);
    return Tree.of(session.project);
  }

  @Test
  void changed_new_and_removed_files_are_those_of_the_session() throws IOException {
    session
        .had("changed", "one\ntwo\nthree\n")
        .had("gone/last", "x\n")
        .had("same", "same\n")
        .wrote("changed", "one\n2\nthree\nfour\n")
        .wrote("new/file", "new\n")
        .wrote("new/empty", "")
        .removed("gone");
    assertEquals(
        List.of(
            "changed 100644 one\\n2\\nthree\\nfour\\n",
            "new/empty 100644 ",
            "new/file 100644 new\\n",
            "same 100644 same\\n"),
        applied());
    assertEquals(List.of(), leftOut);
  }

  @Test
  void a_moved_file_is_not_removed_where_its_new_place_is_left_out() throws IOException {
    session.had("old", "one\ntwo\n").had("older", "three\nfour\n");
    session.others("git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm x");
    session.begins().removed("old").wrote("new", "one\ntwo\n");
    session.removed("older").wrote("newer", "three\nfour\nfive\n").others("echo mine >new");
    ByteArrayOutputStream patch = new ByteArrayOutputStream();
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      List<Change> wanted =
          changes.stream().filter(each -> !each.path().bytes().equals("newer")).toList();
      leftOut =
          Export.to(patch, layers, changes, wanted, Reviewed.moves(Reviewed.all(layers, changes)));
    }
    assertEquals("", patch.toString(StandardCharsets.UTF_8));
    assertEquals(
        List.of(
            "new: changed in the project since the start; its version at the start is unknown",
            "old: the session moved it to new, which is left out",
            "older: the session moved it to newer, which is left out"),
        leftOut.stream().map(each -> each.path() + ": " + each.reason()).toList());
  }

  @Test
  void a_patch_reads_as_git_would_have_written_it() throws IOException {
    session.had("a b", "one\n").wrote("a b", "two");
    assertEquals(
        """
        diff --git a/a b b/a b
        index 5626abf0f72e58d7a153368ba57db4c673c0e171..64c5e5885a4b06010b3a0c20edb7900dd0311025 100644
        --- a/a b\t
        +++ b/a b\t
        @@ -1,1 +1,1 @@
        -one
        +two
        \\ No newline at end of file
        """,
        text());
  }

  @Test
  void a_missing_end_of_line_comes_and_goes() throws IOException {
    session
        .had("lost", "a\nb\n")
        .wrote("lost", "a\nb")
        .had("found", "a\nb")
        .wrote("found", "a\nb\n")
        .had("kept", "a\nb")
        .wrote("kept", "c\nb");
    assertEquals(
        List.of("found 100644 a\\nb\\n", "kept 100644 c\\nb", "lost 100644 a\\nb"), applied());
  }

  @Test
  void links_and_the_right_to_run_are_carried() throws IOException {
    session.had("tool", "#!/bin/sh\n").wrote("tool", "#!/bin/sh\n").mode("tool", "rwxr-xr-x");
    session.had("was-file", "x\n").linked("was-file", "tool").linked("link", "../outside");
    session.had("dir/in", "x\n").linked("dir", "tool");
    assertEquals(
        List.of(
            "dir 120000 tool",
            "link 120000 ../outside",
            "tool 100755 #!/bin/sh\\n",
            "was-file 120000 tool"),
        applied());
  }

  @Test
  void a_file_becomes_a_directory() throws IOException {
    session.had("a", "x\n").wrote("a/b", "y\n");
    assertEquals(List.of("a/b 100644 y\\n"), applied());
  }

  @Test
  void binary_files_are_carried_whole() throws IOException {
    String noise = "\0\u0001ÿ" + "noise ".repeat(5000) + "\0";
    session.had("old", "\0").wrote("old", noise).wrote("new", "\0").had("gone", noise);
    session.removed("gone").had("emptied", "\0\0").wrote("emptied", "");
    assertTrue(text().contains("GIT binary patch\nliteral 3"), text());
    applied();
    assertEquals(noise, Files.readString(session.project.resolve("old")));
    assertEquals("\0", Files.readString(session.project.resolve("new")));
    assertEquals("", Files.readString(session.project.resolve("emptied")));
    assertFalse(Files.exists(session.project.resolve("gone")));
  }

  @Test
  void names_are_quoted_as_git_quotes_them() throws IOException {
    session
        .wrote("with space", "1\n")
        .wrote("with \"quotes\" and \\", "2\n")
        .wrote("with\ttab\nand line", "3\n")
        .wrote("grün", "4\n")
        .did("printf '5\\n' >\"$(printf 'caf\\351')\"");
    applied();
    try (Layers layers = session.layers()) {
      assertEquals(List.of(), layers.changes());
    }
  }

  @Test
  void texts_that_have_little_in_common_are_replaced_whole() throws IOException {
    StringBuilder before = new StringBuilder("same\n");
    StringBuilder after = new StringBuilder("same\n");
    for (int i = 0; i < 30_000; i++) {
      before.append("old ").append(i).append('\n');
      after.append("new ").append(i).append('\n');
    }
    session.had("file", before.toString()).wrote("file", after + "end\n");
    applied();
    assertEquals(after + "end\n", Files.readString(session.project.resolve("file")));
  }

  @Test
  void what_no_patch_can_carry_is_named_with_the_reason() throws IOException {
    session
        .had("mode", "x\n")
        .wrote("mode", "x\n")
        .mode("mode", "rw-------")
        .made("empty")
        .wrote(".git/hooks/pre-commit", "touch /tmp/canary\n")
        .wrote("sub/.GIT/config", "[core]\n")
        .did("mkfifo pipe && truncate --size 17M large");
    assertEquals("", text());
    assertEquals(
        List.of(
            ".git: no patch may touch git's own files",
            ".git/hooks: no patch may touch git's own files",
            ".git/hooks/pre-commit: no patch may touch git's own files",
            "empty: git keeps no empty directories",
            "large: it is larger than 16 MiB",
            "mode: git records only whether a file is executable, no other permission",
            "pipe: git keeps no fifo",
            "sub/.GIT: no patch may touch git's own files",
            "sub/.GIT/config: no patch may touch git's own files"),
        leftOut.stream().map(each -> each.path() + ": " + each.reason()).toList());
  }

  @Test
  void what_was_hidden_from_the_session_is_neither_overwritten_nor_shown() throws IOException {
    session.had(".env", "TOKEN=x\n").had("dir/.env", "TOKEN=y\n").hid(".env").hid("dir/.env");
    session.wrote(".env", "mine\n").removed("dir").wrote("new", "");
    assertFalse(text().contains("TOKEN"), text());
    assertEquals(
        List.of(".env 100644 TOKEN=x\\n", "dir/.env 100644 TOKEN=y\\n", "new 100644 "), applied());
    assertEquals(List.of(".env"), leftOut.stream().map(each -> each.path().shown()).toList());
  }

  @Test
  void a_moved_file_is_a_rename_with_its_changed_lines() throws IOException {
    String lines = "a line\n".repeat(3) + "and others\n".repeat(5);
    session
        .had("same", lines)
        .removed("same")
        .wrote("dir/same", lines)
        .mode("dir/same", "rwxr-xr-x")
        .had("changed", lines + "end\n")
        .removed("changed")
        .wrote("a \"new\" name", lines + "another end\n")
        .had("other", "nothing of this\n")
        .removed("other")
        .wrote("unlike", "is in that\n");
    String patch = text();
    assertTrue(patch.contains("similarity index 100%\nrename from same\nrename to dir/same\n"));
    assertTrue(patch.contains("rename from changed\nrename to \"a \\\"new\\\" name\"\n"), patch);
    assertTrue(patch.contains("-end\n+another end\n"), patch);
    assertTrue(patch.contains("deleted file mode 100644"), patch);
    assertFalse(patch.contains("and others\nand others\nand others\nand others"), patch);
    String shown = lines.replace("\n", "\\n");
    assertEquals(
        List.of(
            "a \"new\" name 100644 " + shown + "another end\\n",
            "dir/same 100755 " + shown,
            "unlike 100644 is in that\\n"),
        applied());
  }

  @Test
  void equal_files_move_each_to_one_of_the_same_name_if_there_is_one() throws IOException {
    session.had("a/one", "x\n").had("a/two", "x\n").removed("a");
    session.wrote("b/two", "x\n").wrote("b/zero", "x\n").wrote("c", "x\n");
    String patch = text();
    assertTrue(patch.contains("rename from a/two\nrename to b/two\n"), patch);
    assertTrue(patch.contains("rename from a/one\nrename to b/zero\n"), patch);
    assertEquals(List.of("b/two 100644 x\\n", "b/zero 100644 x\\n", "c 100644 x\\n"), applied());
  }

  @Test
  void any_two_trees_are_bridged() throws IOException {
    for (int seed = 0; seed < 25; seed++) {
      session = new Overlaid(Files.createDirectory(directory.resolve("seed" + seed)));
      List<String> wanted = new RandomTrees(seed).make(session);
      assertEquals(wanted, applied(), "seed " + seed);
    }
  }
}
