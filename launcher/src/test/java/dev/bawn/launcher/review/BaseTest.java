package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.launcher.workspace.BaseDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a session, separated from changes of others in the project since it began. */
class BaseTest {

  private static final String COMMIT =
      "git -c user.name=a -c user.email=a@b -c core.hooksPath=/ commit -qam x";

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aRepository() throws IOException {
    session =
        new Overlaid(directory)
            .had("a", "one\ntwo\nthree\n")
            .had("b", "b\n")
            .had("dir/c", "c\n")
            .had("untracked", "u\n")
            .others("git init -q && git add a b dir && " + COMMIT);
  }

  /** Returns each change with the changes of others, and the base that the session had. */
  private List<String> told() throws IOException {
    try (Layers layers = session.layers()) {
      return layers.changes().stream()
          .map(change -> change.word() + " " + change.path() + others(layers, change))
          .toList();
    }
  }

  private static String others(Layers layers, Change change) {
    return switch (layers.others(change.path())) {
      case NOTHING -> "";
      case CHANGED -> " changed";
      case UNKNOWN -> " unknown";
    };
  }

  private String before(String path) throws IOException {
    try (Layers layers = session.layers()) {
      layers.changes();
      return new String(layers.fileBefore(RawPath.of(path), 1000).orElseThrow());
    }
  }

  @Test
  void a_file_that_nobody_else_changed_is_compared_with_the_project() throws IOException {
    session.begins().wrote("a", "one\n2\nthree\n").wrote("untracked", "v\n").wrote("new", "");
    assertEquals(List.of("modified a", "added new", "modified untracked"), told());
  }

  @Test
  void a_commit_of_others_to_the_same_file_is_not_the_sessions_work() throws IOException {
    session.begins().wrote("a", "one\ntwo\n3\n").others("echo 1 >a && " + COMMIT);
    assertEquals(List.of("modified a changed"), told());
    assertEquals("one\ntwo\nthree\n", before("a"));
  }

  @Test
  void a_change_of_others_counts_also_after_the_clock_was_set_back() throws IOException {
    session
        .begins(Duration.ofHours(1))
        .wrote("a", "one\ntwo\n3\n")
        .wrote("b", "s\n")
        .removed("dir/c");
    session.others("echo 1 >a && rm b && echo 1 >dir/c");
    assertEquals(
        List.of("modified a changed", "modified b changed", "removed dir/c changed"), told());
    assertEquals("one\ntwo\nthree\n", before("a"));
  }

  @Test
  void the_committed_version_of_a_file_with_other_staged_lines_has_not_arrived()
      throws IOException {
    session.others("echo staged >a && git add a");
    session.begins().wrote("a", "one\ntwo\nthree\n");
    session.others("echo 1 >b && " + COMMIT.replace("-qam x", "-qm x b") + " && echo mine >a");
    assertEquals(List.of("modified a changed"), told());
  }

  @Test
  void a_version_from_before_the_start_has_not_arrived_after_the_clock_was_set_back()
      throws IOException {
    session.others("echo 1 >a && " + COMMIT + " && echo staged >a && git add a");
    session.begins(Duration.ofHours(1)).wrote("a", "1\n").others("echo mine >a");
    assertEquals(List.of("modified a changed"), told());
  }

  @Test
  void a_file_that_the_session_only_copied_up_is_no_change_of_its_own() throws IOException {
    session.begins().wrote("a", "one\ntwo\nthree\n").others("echo 1 >a");
    assertEquals(List.of(), told());
  }

  @Test
  void a_file_that_is_touched_or_replaced_by_the_same_is_not_changed() throws IOException {
    session.begins().wrote("a", "2\n").wrote("b", "2\n");
    session.others("touch a && cp b b2 && mv b2 b && chmod 600 b");
    assertEquals(List.of("modified a", "modified b"), told());
  }

  @Test
  void a_removal_of_a_file_that_others_changed_waits() throws IOException {
    session.begins().removed("a").removed("dir").others("echo x >>a && echo x >>dir/c");
    assertEquals(List.of("removed a changed", "removed dir", "removed dir/c changed"), told());
  }

  @Test
  void a_file_that_others_put_into_a_directory_that_the_session_removed_is_theirs()
      throws IOException {
    session.begins().removed("dir").others("echo x >dir/new");
    assertEquals(List.of("removed dir/c"), told());
  }

  @Test
  void a_file_that_others_removed_is_still_changed_by_the_session() throws IOException {
    session.begins().wrote("a", "2\n").wrote("dir/c", "2\n").others("rm -r a dir");
    assertEquals(List.of("modified a changed", "added dir", "modified dir/c changed"), told());
    assertEquals("c\n", before("dir/c"));
  }

  @Test
  void the_lines_of_another_branch_are_not_the_sessions_work() throws IOException {
    session.others(
        "git checkout -q -b other && echo other >a && echo d >d && git add d && " + COMMIT);
    session.others("git checkout -q -");
    session
        .begins()
        .wrote("a", "one\ntwo\n3\n")
        .wrote("new", "n\n")
        .others("git checkout -q other");
    assertEquals(List.of("modified a changed", "added new"), told());
    assertEquals("one\ntwo\nthree\n", before("a"));
  }

  @Test
  void an_untracked_file_that_others_changed_too_has_no_known_base() throws IOException {
    session.begins().wrote("untracked", "v\n").wrote("both", "1\n").removed("b");
    session.others(
        "echo w >untracked && echo 2 >both && git rm -q --cached b && rm b && echo x >b");
    assertEquals(
        List.of("removed b changed", "modified both unknown", "modified untracked unknown"),
        told());
  }

  @Test
  void a_file_that_was_not_there_at_the_start_was_added_by_both() throws IOException {
    session.others("echo 'ignored' >.gitignore").begins();
    for (String each : List.of("new", "early", "copied", "ignored")) {
      session.wrote(each, "s\n").others("echo mine >" + each);
    }
    session.marked("copied", "origin", "x").linked("link", "a").others("echo mine >link");
    assertEquals("modified new unknown", told().get(4));
    Files.writeString(directory.resolve("base/record"), "u - 0 early\0end\0");
    assertEquals(
        List.of(
            "modified copied unknown",
            "modified early unknown",
            "modified ignored unknown",
            "added link changed",
            "added new changed"),
        told());
  }

  @Test
  void of_another_repository_in_the_project_no_file_has_a_known_base() throws IOException {
    session
        .had("sub/part", "p\n")
        .had("sub/gone", "g\n")
        .had("sub/left", "l\n")
        .begins()
        .wrote("sub/part", "s\n")
        .removed("sub/gone")
        .wrote("sub/left", "s\n")
        .marked("sub/left", "origin", "x")
        .others("echo 2 >sub/part; echo 2 >sub/gone; rm sub/left");
    Files.writeString(directory.resolve("base/record"), "u - 0 sub\0end\0");
    assertEquals(
        List.of("removed sub/gone unknown", "added sub/left unknown", "modified sub/part unknown"),
        told());
  }

  @Test
  void what_others_did_to_both_the_same_is_nothing_left_to_do() throws IOException {
    session.begins().wrote("a", "2\n").removed("b").wrote("new", "n\n");
    session.others("echo 2 >a && rm b && echo n >new");
    assertEquals(List.of(), told());
  }

  @Test
  void the_right_to_run_and_links_have_a_base() throws IOException {
    session.others("ln -s a link && chmod +x b && git add link && " + COMMIT);
    session.begins().linked("link", "b").wrote("b", "b\n").others("ln -sfn c link && echo c >b");
    assertEquals(List.of("mode b changed", "modified link changed"), told());
  }

  @Test
  void a_file_with_other_ends_of_lines_than_its_blob_has_those() throws IOException {
    session.others(
        "git config core.autocrlf true && rm a && git checkout -q a && touch a && git status >/dev/null");
    assertEquals("one\r\ntwo\r\nthree\r\n", Files.readString(session.project.resolve("a")));
    session.begins().wrote("a", "one\r\ntwo\r\n3\r\n").others("printf '1\\r\\n' >a");
    assertEquals(List.of("modified a changed"), told());
    assertEquals("one\r\ntwo\r\nthree\r\n", before("a"));
  }

  @Test
  void a_file_behind_a_filter_is_known_by_its_hash_or_not_at_all() throws IOException {
    session.others(
        """
        git config filter.x.clean "sed s/^/clean/"
        git config filter.x.smudge "sed s/^clean//"
        echo 'b filter=x' >.gitattributes && touch b && git add b .gitattributes
        """
            + COMMIT);
    session.begins().wrote("b", "session\n").others("echo others >b");
    assertEquals(List.of("modified b unknown"), told());
  }

  @Test
  void a_pointer_of_lfs_stands_for_the_file_of_its_hash() throws IOException {
    session.others(
        """
        git config filter.lfs.clean 'printf "version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize 2\\n" $(sha256sum | cut -c -64)'
        echo 'large filter=lfs' >.gitattributes; echo l >large; git add .
        """);
    session.begins().wrote("large", "m\n").others("touch large");
    assertEquals(List.of("modified large"), told());
    session.others("echo n >large");
    assertEquals(List.of("modified large unknown"), told());
  }

  @Test
  void a_split_index_is_read() throws IOException {
    session.others("git config core.splitIndex true && git update-index --split-index");
    session.begins().wrote("a", "2\n").others("echo 3 >a");
    assertEquals(List.of("modified a changed"), told());
  }

  @Test
  void a_sparse_index_and_one_of_version_4_are_read() throws IOException {
    session.others("mkdir far && echo f >far/f && git add far && " + COMMIT);
    session.others("git sparse-checkout set --cone --sparse-index dir");
    session.others("git update-index --index-version 4 --fsmonitor --assume-unchanged a");
    session.begins().wrote("a", "2\n").wrote("far/f", "2\n").others("echo 3 >a");
    assertEquals(List.of("modified a changed", "added far", "added far/f"), told());
  }

  @Test
  void an_index_that_was_written_in_place_is_not_believed() throws IOException {
    session
        .begins()
        .wrote("a", "2\n")
        .others("echo 3 >a && git add a && cp .git/index ../base/index");
    assertEquals(List.of("modified a unknown"), told());
  }

  @Test
  void nothing_of_the_projects_configuration_is_run() throws IOException {
    session.others(
        """
        for key in core.fsmonitor diff.external core.pager filter.x.smudge core.sshCommand; do
          git config $key "touch $PWD/canary"
        done
        git config extensions.partialClone origin; git config remote.origin.promisor true
        git config remote.origin.url "ext::touch $PWD/canary"; git config protocol.ext.allow always
        echo '* filter=x' >.gitattributes
        """);
    session.begins().wrote("a", "2\n").others("echo 3 >a; rm -rf .git/objects/??");
    assertEquals(List.of("modified a unknown"), told());
    assertEquals(false, Files.exists(session.project.resolve("canary")));
  }

  @Test
  void without_git_a_file_that_others_changed_has_no_known_base() throws IOException {
    session.others("rm -rf .git");
    session.begins().wrote("a", "2\n").wrote("b", "2\n").others("echo 3 >a");
    assertEquals(List.of("modified a unknown", "modified b"), told());
  }

  private List<String> ignored() throws IOException {
    try (Layers layers = session.layers()) {
      return layers.changes().stream().filter(layers::ignores).map(c -> c.path().shown()).toList();
    }
  }

  @Test
  void files_that_git_ignores_are_told_by_the_rules_of_the_project_alone() throws IOException {
    session.others(
        """
        printf 'node_modules/\n*.log\n!keep.log\n' >.gitignore; echo /out >dir/.gitignore
        echo hidden >.git/info/exclude; echo x >tracked.log; git add -f tracked.log
        """);
    session.begins().wrote("node_modules/a/b", "").wrote("x.log", "").wrote("keep.log", "");
    session.wrote("dir/out/f", "").wrote("out", "").wrote("hidden", "").wrote("tracked.log", "y");
    session.wrote(".gitignore", "*\n").wrote("new", "");
    assertEquals(
        List.of(
            "dir/out",
            "dir/out/f",
            "hidden",
            "node_modules",
            "node_modules/a",
            "node_modules/a/b",
            "x.log"),
        ignored());
  }

  @Test
  void a_workspace_that_was_renamed_meanwhile_is_not_made_again() {
    Path base = directory.resolve("renamed/base");
    assertThrows(IOException.class, () -> BaseDirectory.completeFor(base, directory));
    assertFalse(Files.exists(base.getParent()));
  }
}
