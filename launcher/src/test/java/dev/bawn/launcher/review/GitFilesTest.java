package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detects changes in repositories as git does. */
class GitFilesTest {

  private static final String HEAD = "ref: refs/heads/main\n";

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory).had("README.md", "a project\n");
  }

  private static boolean areCommits(GitFiles git, String path) throws IOException {
    FileStatus file = new FileStatus(FileKind.FILE, 0_644, 1, 0, 0, 0, false, 1, 1, 1, false);
    return git.areCommits(new Change.Added(RawPath.of(path), file));
  }

  /** Returns the changes in a repository, each with its repository. */
  private List<String> inRepositories() throws IOException {
    try (Layers layers = session.layers()) {
      return Reviewed.all(layers, layers.changes()).stream()
          .filter(each -> each.repository().isPresent() && !each.change().isDirectory())
          .map(each -> each.repository().orElseThrow() + ": " + each.change().path())
          .toList();
    }
  }

  /** Returns the ordinary changes that no merge brings, each with its repository. */
  private List<String> closed() throws IOException {
    List<String> closed = new ArrayList<>();
    try (Layers layers = session.layers()) {
      for (Change change : layers.changes()) {
        Optional<RawPath> repository = layers.git().closed(change.path());
        if (repository.isPresent()
            && !change.isDirectory()
            && !layers.git().contain(change.path())) {
          closed.add(repository.get() + ": " + change.path());
        }
      }
    }
    return closed;
  }

  @Test
  void a_repository_of_any_name_is_one_by_what_is_in_it() throws IOException {
    session
        .wrote("docs/HEAD", HEAD)
        .made("docs/objects")
        .made("docs/refs")
        .wrote("docs/config", "x\n")
        .wrote("docs/HEAD.lock", "x\n")
        .wrote("docs/sub/page", "x\n")
        // another merge could bring what is missing here
        .wrote("most/HEAD", HEAD)
        .wrote("most/refs", "x\n")
        .wrote("other/HEAD", HEAD)
        .wrote("text/refs", "x\n")
        .wrote("text/objects", "x\n");
    assertEquals(
        List.of(
            "docs: docs/HEAD",
            "docs: docs/HEAD.lock",
            "docs: docs/config",
            "most: most/HEAD",
            "most: most/refs"),
        inRepositories());
    assertEquals(List.of("docs: docs/sub/page"), closed());
  }

  @Test
  void an_entry_in_other_letters_is_not_merged_and_ordinary() throws IOException {
    session
        .had("store/HEAD", HEAD)
        .had("store/objects/x", "x\n")
        .had("store/refs/x", "x\n")
        .wrote("store/Hooks/post-update", "x\n")
        .wrote("store/README", "x\n");
    assertEquals(List.of(), inRepositories());
    assertEquals(List.of("store: store/Hooks/post-update", "store: store/README"), closed());
  }

  @Test
  void a_directory_with_another_head_is_closed_and_its_files_are_ordinary() throws IOException {
    session
        .wrote("data/HEAD", "chapter one\n")
        .wrote("data/objects/list", "x\n")
        .wrote("data/refs/list", "x\n");
    assertEquals(List.of(), inRepositories());
    assertEquals(
        List.of("data: data/HEAD", "data: data/objects/list", "data: data/refs/list"), closed());
  }

  @Test
  void the_names_of_git_beside_a_dot_git_are_closed_and_ordinary() throws IOException {
    session
        .had(".git/HEAD", HEAD)
        .wrote("HEAD", HEAD)
        .made("objects")
        .made("refs")
        .wrote("config", "x\n")
        .wrote("src/a", "x\n");
    assertEquals(List.of(), inRepositories());
    assertEquals(List.of(": HEAD", ": config"), closed());
  }

  @Test
  void a_work_tree_of_the_project_in_a_repository_is_an_ordinary_one() throws IOException {
    session
        .had("HEAD", HEAD)
        .had("objects/x", "x\n")
        .had("refs/x", "x\n")
        .had("main/.git", "gitdir: ../worktrees/main\n")
        .wrote("main/src/a", "x\n")
        .wrote("main/.git", "gitdir: ../worktrees/other\n")
        .wrote("made/.git", "gitdir: ../worktrees/made\n")
        .wrote("made/a", "x\n")
        .wrote("worktrees/main/HEAD", HEAD);
    assertEquals(
        List.of("made/.git: made/.git", "main/.git: main/.git", ": worktrees/main/HEAD"),
        inRepositories());
    assertEquals(List.of(": made/a"), closed());
  }

  @Test
  void references_stashes_and_indexes_are_found_in_a_repository_of_any_name() throws IOException {
    session
        .had("srv/HEAD", HEAD)
        .had("srv/objects/x", "x\n")
        .had("srv/refs/x", "x\n")
        .wrote("srv/refs/heads/t", "x\n")
        .wrote("srv/worktrees/w/index", "x\n");
    try (Layers layers = session.layers()) {
      layers.changes();
      GitFiles git = layers.git();
      assertTrue(areCommits(git, "srv/refs/heads/t"));
      assertTrue(areCommits(git, "srv/packed-refs"));
      assertTrue(git.areStashes(RawPath.of("srv/logs/refs/stash")));
      assertTrue(git.areIndex(RawPath.of("srv/worktrees/w/index")));
      assertFalse(areCommits(git, "srv/refs/remotes/o/t"));
      assertFalse(areCommits(git, "src/refs/heads/t"));
    }
  }

  @Test
  void a_link_in_the_place_of_references_may_lead_to_commits() throws IOException {
    session
        .had(".git/HEAD", HEAD)
        .linked(".git/refs", "info/refs")
        .linked(".git/modules", "info/modules")
        .linked(".git/logs/refs", "../info/logs")
        .linked(".git/hooks/post-commit", "../refs")
        .linked("refs", "a");
    try (Layers layers = session.layers()) {
      List<String> leading = new ArrayList<>();
      for (Change change : layers.changes()) {
        if (layers.git().areCommits(change)) {
          leading.add(change.path().shown());
        }
      }
      assertEquals(List.of(".git/logs/refs", ".git/modules", ".git/refs"), leading);
    }
  }

  @Test
  void another_program_than_git_wrote_a_dot_git_in_other_letters() throws IOException {
    try (Layers layers = session.layers()) {
      GitFiles git = layers.git();
      assertTrue(git.isOfAnother(RawPath.of("sub/.GIT/refs/heads/main")));
      assertTrue(git.isOfAnother(RawPath.of(".Git")));
      assertFalse(git.isOfAnother(RawPath.of("sub/.git/HEAD")));
      assertFalse(git.isOfAnother(RawPath.of("sub/.gitignore")));
    }
  }

  @Test
  void git_ignores_what_follows_the_beginning_of_a_head() throws IOException {
    session
        .wrote("id/HEAD", "0123456789abcdef0123456789abcdef01234567 chapter one\n")
        .wrote("id/objects/x", "x\n")
        .wrote("id/refs/x", "x\n")
        .wrote("long/HEAD", HEAD + "x".repeat(5000))
        .wrote("long/objects/x", "x\n")
        .wrote("long/refs/x", "x\n");
    assertEquals(
        List.of(
            "id: id/HEAD",
            "id: id/objects/x",
            "id: id/refs/x",
            "long: long/HEAD",
            "long: long/objects/x",
            "long: long/refs/x"),
        inRepositories());
  }

  @Test
  void the_project_and_the_session_together_make_one() throws IOException {
    session
        .had("half/objects/x", "x\n")
        .had("half/refs/x", "x\n")
        .wrote("half/HEAD", HEAD)
        .wrote("half/config", "x\n");
    assertEquals(List.of("half: half/HEAD", "half: half/config"), inRepositories());
  }

  @Test
  void a_change_deep_in_a_repository_of_the_projects_lies_in_it() throws IOException {
    session
        .had("store/HEAD", HEAD)
        .had("store/objects/x", "x\n")
        .had("store/refs/x", "x\n")
        .wrote("store/objects/in/pack", "x\n");
    assertEquals(List.of("store: store/objects/in/pack"), inRepositories());
  }

  @Test
  void links_other_cases_and_a_common_directory_make_one_too() throws IOException {
    session
        .linked("links/head", "refs/heads/main")
        .linked("links/Objects", "../o")
        .linked("links/REFS", "../r")
        .wrote("tree/HEAD", HEAD)
        .wrote("tree/commondir", "../store\n")
        .wrote("lib/.Git/config", "x\n");
    assertEquals(
        List.of("lib/.Git: lib/.Git/config", "tree: tree/HEAD", "tree: tree/commondir"),
        inRepositories());
    assertEquals(
        List.of("links: links/Objects", "links: links/REFS", "links: links/head"), closed());
  }

  @Test
  void a_repository_that_the_session_took_apart_is_one_in_the_project() throws IOException {
    session
        .had("store/HEAD", HEAD)
        .had("store/objects/x", "x\n")
        .had("store/refs/x", "x\n")
        .removed("store/HEAD")
        .wrote("store/config", "x\n");
    assertEquals(List.of("store: store/HEAD", "store: store/config"), inRepositories());
  }

  @Test
  void the_top_can_be_one() throws IOException {
    session.wrote("HEAD", HEAD).made("objects").made("refs").wrote("config", "x\n");
    assertEquals(List.of(": HEAD", ": config"), inRepositories());
  }

  @Test
  void a_reference_counts_whatever_names_are_in_it() throws IOException {
    try (Layers layers = session.layers()) {
      layers.changes();
      GitFiles git = layers.git();
      for (String path :
          List.of(
              ".git/HEAD",
              ".git/packed-refs",
              ".git/WORK_HEAD",
              ".git/commondir",
              ".git/refs/stash",
              ".git/logs/refs/stash",
              ".git/refs/heads/logs/fix",
              ".git/refs/heads/fix/refs",
              ".git/refs/heads/fix/refs/remotes/x",
              ".git/refs/heads/objects/ab/x",
              ".git/worktrees/logs/HEAD",
              ".git/worktrees/refs/MERGE_AUTOSTASH",
              ".git/rebase-merge/autostash",
              ".git/reftable/0x1.ref",
              ".git/modules/logs/refs/heads/x",
              ".git/modules/data/logs/refs/heads/x",
              ".git/modules/a/modules/refs/HEAD",
              "nested/.git/refs/tags/x")) {
        assertTrue(areCommits(git, path), path);
        RawPath.of(path)
            .parents()
            .forEach(each -> assertTrue(GitFiles.mayNameCommits(each, true), each.shown()));
      }
      for (String path :
          List.of(
              "HEAD",
              "refs/heads/x",
              ".git/config",
              ".git/ORIG_HEAD",
              ".git/logs/HEAD",
              ".git/logs/refs/heads/x",
              ".git/refs/remotes/origin/HEAD",
              ".git/modules/a/refs/remotes/origin/main",
              ".git/objects/ab/HEAD")) {
        assertFalse(areCommits(git, path), path);
      }
      assertTrue(GitFiles.mayNameCommits(RawPath.of("src"), true));
      assertTrue(GitFiles.mayNameCommits(RawPath.of("nested/.git"), true));
      assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/other"), true));
      assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/objects"), true));
      assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/modules/a/objects/pack"), true));
    }
  }

  @Test
  void an_index_is_one_of_a_repository_whatever_its_name() throws IOException {
    try (Layers layers = session.layers()) {
      layers.changes();
      GitFiles git = layers.git();
      for (String path :
          List.of(
              ".git/index",
              ".git/worktrees/objects/index",
              ".git/modules/refs/index",
              ".git/modules/data/logs/index",
              "nested/.git/index")) {
        assertTrue(git.areIndex(RawPath.of(path)), path);
      }
      for (String path :
          List.of(
              "index",
              ".git/refs/heads/index",
              ".git/modules/a/refs/heads/index",
              ".git/index.lock")) {
        assertFalse(git.areIndex(RawPath.of(path)), path);
      }
    }
  }
}
