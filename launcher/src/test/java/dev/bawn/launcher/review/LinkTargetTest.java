package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links of a session that lead out of the project, and links that do not. */
class LinkTargetTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory).had("src/lib/file", "x\n").had("README.md", "x\n");
  }

  private List<String> leadingOut() throws IOException {
    try (Layers layers = session.layers()) {
      return Reviewed.all(layers, layers.changes()).stream()
          .filter(each -> each.hazards().contains(Hazard.LEADS_OUT))
          .map(each -> each.change().path().shown())
          .toList();
    }
  }

  @Test
  void links_within_the_project_stay_inside() throws IOException {
    session
        .linked("a", "src/lib")
        .linked("src/b", "../README.md")
        .linked("src/lib/c", "./../..//src/none")
        .linked("d", "a/file")
        .linked("e", ".");
    assertEquals(List.of(), leadingOut());
  }

  @Test
  void absolute_targets_and_too_many_steps_up_lead_out() throws IOException {
    session
        .linked("a", "/etc")
        .linked("b", "..")
        .linked("src/c", "../../x")
        .linked("src/lib/d", "../../README.md/../..");
    assertEquals(List.of("a", "b", "src/c", "src/lib/d"), leadingOut());
  }

  @Test
  void the_way_through_another_link_of_the_session_counts() throws IOException {
    session
        .linked("loop", ".")
        .linked("keys", "loop/../.ssh")
        .linked("d/e/s", "../..")
        .linked("notes.txt", "d/e/s/../.bashrc")
        .linked("self", "self");
    assertEquals(List.of("keys", "notes.txt", "self"), leadingOut());
  }

  @Test
  void the_way_through_a_link_of_the_project_counts() throws IOException {
    Files.createSymbolicLink(session.project.resolve("outside"), Path.of("/srv"));
    Files.createSymbolicLink(session.project.resolve("inside"), Path.of("src"));
    session
        .linked("a", "outside/file")
        .linked("b", "inside/lib/file")
        .linked("hidden", "c")
        .linked("src/lib/out", "../../outside")
        .linked("d", "inside/lib/out/file");
    assertEquals(List.of("a", "d", "src/lib/out"), leadingOut());
  }

  @Test
  void a_step_up_behind_a_name_is_not_trusted() throws IOException {
    session.linked("a", "src/../README.md");
    assertEquals(List.of("a"), leadingOut());
  }

  @Test
  void git_is_not_inside() throws IOException {
    session.linked("dist/out.js", "../.GIT/hooks/pre-commit");
    assertEquals(List.of("dist/out.js"), leadingOut());
  }

  @Test
  void many_links_on_the_way_have_an_end() throws IOException {
    session.linked("l0", ".");
    for (int i = 1; i < 60; i++) {
      session.linked("l" + i, "l" + (i - 1) + "/l" + (i - 1));
    }
    assertEquals(true, leadingOut().contains("l59"));
  }

  @Test
  void a_way_of_more_than_200_names_is_not_trusted() throws IOException {
    session
        .linked("a", "d/".repeat(199) + "x")
        .linked("b", "d/".repeat(200) + "x")
        .linked("c", "./".repeat(200) + "x");
    assertEquals(List.of("b", "c"), leadingOut());
  }

  @Test
  void long_ways_through_thousands_of_links_are_judged_in_seconds() throws IOException {
    String deep = "d/".repeat(90);
    session.made(deep);
    for (int i = 0; i < 1000; i++) {
      String next = "l" + (i + 1);
      Files.createSymbolicLink(session.upper.resolve("l" + i), Path.of(deep + next));
      Files.createSymbolicLink(
          session.upper.resolve(deep + "l" + i), Path.of("x/".repeat(100) + next));
      Files.createSymbolicLink(session.upper.resolve("m" + i), Path.of(deep + "none" + i));
    }
    assertTimeout(Duration.ofSeconds(20), () -> assertEquals(List.of(), leadingOut()));
  }

  @Test
  void a_chain_of_more_links_than_the_kernel_follows_leads_out() throws IOException {
    for (int i = 0; i < 1000; i++) {
      Files.createSymbolicLink(session.upper.resolve("l" + i), Path.of("l" + (i + 1)));
    }
    assertTimeout(Duration.ofSeconds(20), () -> assertEquals(960, leadingOut().size()));
  }
}
