package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which changes lie in a repository, by what git takes for one. */
class GitFilesTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory).had("README.md", "a project\n");
  }

  /** The changes that lie in a repository, each with that. */
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
}
