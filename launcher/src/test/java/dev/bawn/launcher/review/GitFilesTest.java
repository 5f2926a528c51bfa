package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detects changes in repositories as git does. */
class GitFilesTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory).had("README.md", "a project\n");
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

  @Test
  void a_repository_of_any_name_is_one_by_what_is_in_it() throws IOException {
    session
        .wrote("docs/HEAD", "ref: refs/heads/main\n")
        .made("docs/objects")
        .made("docs/refs")
        .wrote("docs/sub/page", "x\n")
        .wrote("other/HEAD", "x\n")
        .wrote("other/refs", "x\n");
    assertEquals(List.of("docs: docs/HEAD", "docs: docs/sub/page"), inRepositories());
  }

  @Test
  void the_project_and_the_session_together_make_one() throws IOException {
    session
        .had("half/objects/x", "x\n")
        .had("half/refs/x", "x\n")
        .wrote("half/HEAD", "x\n")
        .wrote("half/config", "x\n");
    assertEquals(List.of("half: half/HEAD", "half: half/config"), inRepositories());
  }

  @Test
  void a_change_deep_in_a_repository_of_the_projects_lies_in_it() throws IOException {
    session
        .had("store/HEAD", "x\n")
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
        .wrote("tree/HEAD", "x\n")
        .wrote("tree/commondir", "../store\n")
        .wrote("lib/.Git/config", "x\n");
    assertEquals(
        List.of(
            "lib/.Git: lib/.Git/config",
            "links: links/Objects",
            "links: links/REFS",
            "links: links/head",
            "tree: tree/HEAD",
            "tree: tree/commondir"),
        inRepositories());
  }

  @Test
  void a_repository_that_the_session_took_apart_is_one_in_the_project() throws IOException {
    session
        .had("store/HEAD", "x\n")
        .had("store/objects/x", "x\n")
        .had("store/refs/x", "x\n")
        .removed("store/HEAD")
        .wrote("store/config", "x\n");
    assertEquals(List.of("store: store/HEAD", "store: store/config"), inRepositories());
  }

  @Test
  void the_top_can_be_one() throws IOException {
    session.wrote("HEAD", "x\n").made("objects").made("refs").wrote("config", "x\n");
    assertEquals(List.of(": HEAD", ": config"), inRepositories());
  }

  @Test
  void a_reference_counts_whatever_names_are_in_it() {
    for (String path :
        List.of(
            ".git/HEAD",
            ".git/packed-refs",
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
      assertTrue(GitFiles.areCommitsOf(RawPath.of(path)), path);
      RawPath.of(path)
          .parents()
          .forEach(each -> assertTrue(GitFiles.mayNameCommits(each, true), each.shown()));
    }
    for (String path :
        List.of(
            "HEAD",
            "refs/heads/x",
            ".git/config",
            ".git/logs/HEAD",
            ".git/logs/refs/heads/x",
            ".git/refs/remotes/origin/HEAD",
            ".git/modules/a/refs/remotes/origin/main",
            ".git/objects/ab/HEAD")) {
      assertFalse(GitFiles.areCommitsOf(RawPath.of(path)), path);
    }
    assertTrue(GitFiles.mayNameCommits(RawPath.of("src"), true));
    assertTrue(GitFiles.mayNameCommits(RawPath.of("nested/.git"), true));
    assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/other"), true));
    assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/objects"), true));
    assertFalse(GitFiles.mayNameCommits(RawPath.of(".git/modules/a/objects/pack"), true));
  }

  @Test
  void an_index_is_one_of_a_repository_whatever_its_name() {
    for (String path :
        List.of(
            ".git/index",
            ".git/worktrees/objects/index",
            ".git/modules/refs/index",
            ".git/modules/data/logs/index",
            "nested/.git/index")) {
      assertTrue(GitFiles.areIndexOf(RawPath.of(path)), path);
    }
    for (String path :
        List.of(
            "index",
            ".git/refs/heads/index",
            ".git/modules/a/refs/heads/index",
            ".git/index.lock")) {
      assertFalse(GitFiles.areIndexOf(RawPath.of(path)), path);
    }
  }
}
