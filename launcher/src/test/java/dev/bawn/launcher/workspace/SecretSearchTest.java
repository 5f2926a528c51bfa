package dev.bawn.launcher.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with a secret name that a start finds without a walk through the whole project. */
class SecretSearchTest {

  private static final SessionMasks NONE = new SessionMasks(false, false, List.of());

  @TempDir Path directory;
  private Path project;

  @BeforeEach
  void aProject() throws IOException {
    project = Files.createDirectories(directory.toRealPath().resolve("app"));
  }

  private void has(String... files) throws IOException {
    for (String file : files) {
      Path path = project.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, file);
    }
  }

  private static void git(Path directory, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-c", "protocol.file.allow=always"));
    command.addAll(List.of("-c", "user.name=x", "-c", "user.email=x@x"));
    command.addAll(List.of(words));
    ProcessBuilder git = new ProcessBuilder(command).directory(directory.toFile());
    git.redirectErrorStream(true).redirectOutput(new File("/dev/null"));
    try {
      assertEquals(0, git.start().waitFor(), String.join(" ", words));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void tracks(String... files) throws IOException {
    has(files);
    git(project, "init", "-q");
    for (String file : files) {
      git(project, "add", "-f", file);
    }
  }

  private ProjectSurvey survey() {
    return ProjectSurvey.withSecrets(project, NONE, true, new Uid(0), new Uid(0));
  }

  private static Set<String> texts(List<Path> paths) {
    Set<String> texts = new TreeSet<>();
    paths.forEach(path -> texts.add(path.toString()));
    return texts;
  }

  private void finds(String... files) {
    assertEquals(new TreeSet<>(List.of(files)), texts(survey().masked()));
    assertEquals(new TreeSet<>(List.of(files)), texts(survey().secrets()));
  }

  @Test
  void it_looks_at_the_top_and_where_git_tracks_files() throws IOException {
    tracks("a/b/code.py", "readme");
    has(
        ".env",
        "a/.npmrc",
        "a/b/server.pem",
        "a/b/.env.example",
        "node_modules/x/.env",
        "a/c/.env");
    finds(".env", "a/.npmrc", "a/b/server.pem");
  }

  @Test
  void without_git_it_looks_at_the_top() throws IOException {
    has(".env", "a/.env");
    finds(".env");
  }

  @Test
  void every_version_of_an_index_is_read() throws IOException {
    tracks("a/b/one", "a/b/two", "a/c/" + "long/".repeat(300) + "x", "top", "z/last");
    has("a/b/.env", "a/c/.env", "z/.env", "a/c/long/.env");
    for (String version : List.of("2", "3", "4")) {
      git(project, "update-index", "--index-version", version);
      finds("a/b/.env", "a/c/.env", "z/.env", "a/c/long/.env");
    }
    git(project, "update-index", "--split-index");
    finds("a/b/.env", "a/c/.env", "z/.env", "a/c/long/.env");
  }

  @Test
  void an_index_with_names_of_sha256_is_read() throws IOException {
    has("a/one");
    git(project, "init", "-q", "--object-format=sha256");
    git(project, "add", "a/one");
    has("a/.env");
    finds("a/.env");
  }

  @Test
  void a_project_below_the_top_of_its_repository_has_its_own_paths() throws IOException {
    tracks("sub/deep/one", "other/two");
    has("sub/deep/.env", "other/.env", ".env");
    project = project.resolve("sub");
    finds("deep/.env");
    assertEquals(List.of(), survey().tracked());
  }

  @Test
  void submodules_are_searched_too() throws IOException {
    Path library = Files.createDirectories(directory.toRealPath().resolve("library"));
    Files.createDirectories(library.resolve("src"));
    Files.writeString(library.resolve("src/x"), "x");
    git(library, "init", "-q");
    git(library, "add", ".");
    git(library, "commit", "-qm", "x");
    tracks("readme");
    git(project, "submodule", "add", library.toString(), "lib/it");
    has("lib/it/.env", "lib/it/src/id_rsa");
    finds("lib/it/.env", "lib/it/src/id_rsa");
  }

  @Test
  void what_git_tracks_is_told_apart() throws IOException {
    tracks("a/key.pem", "b");
    has(".env");
    assertEquals(List.of(Path.of("a/key.pem")), survey().tracked());
  }

  @Test
  void a_secret_is_hidden_under_its_other_names() throws IOException {
    tracks("a/one");
    has(".env", "plain");
    Files.createDirectories(project.resolve("build"));
    Files.createLink(project.resolve("build/copy"), project.resolve(".env"));
    Files.createLink(project.resolve("build/same"), project.resolve("plain"));
    assertEquals(Set.of(".env", "build/copy"), texts(survey().masked()));
  }

  @Test
  void likely_names_are_covered_before_they_exist() throws IOException {
    tracks("a/one", "b/two");
    has("a/.env.local");
    Set<String> absent = texts(survey().absent());
    assertTrue(absent.containsAll(Set.of(".env", "secrets", "a/.env", "a/.npmrc")), "" + absent);
    assertTrue(absent.stream().noneMatch(path -> path.startsWith("b/")), "" + absent);
  }

  @Test
  void no_link_is_followed_out_of_the_project() throws IOException {
    tracks("a/one");
    Path outside = Files.createDirectories(directory.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve(".env"), "x");
    Files.delete(project.resolve("a/one"));
    Files.delete(project.resolve("a"));
    Files.createSymbolicLink(project.resolve("a"), outside);
    finds();
  }

  @Test
  void where_the_index_cannot_be_read_every_directory_is_searched() throws IOException {
    tracks("a/one");
    has("build/.env");
    for (byte[] content : List.of(new byte[0], "DIRC".getBytes(), new byte[100])) {
      Files.write(project.resolve(".git/index"), content);
      finds("build/.env");
    }
    byte[] cut = new byte[40];
    System.arraycopy(new byte[] {'D', 'I', 'R', 'C', 0, 0, 0, 2, 0, 0, 1}, 0, cut, 0, 11);
    Files.write(project.resolve(".git/index"), cut);
    assertEquals(Optional.empty(), SecretSearch.in(project));
  }

  @Test
  void many_directories_are_divided_between_two_threads() throws IOException {
    List<String> files = new ArrayList<>();
    List<String> secrets = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      files.add("d" + i + "/code");
      secrets.add("d" + i + "/.env");
    }
    has(files.toArray(String[]::new));
    git(project, "init", "-q");
    git(project, "add", ".");
    has(secrets.toArray(String[]::new));
    finds(secrets.toArray(String[]::new));
  }

  @Test
  void a_session_that_cannot_hide_is_told_what_it_sees() throws IOException {
    has(".env");
    ProjectSurvey survey = ProjectSurvey.withSecrets(project, NONE, false, new Uid(0), new Uid(0));
    assertEquals(Set.of(".env"), texts(survey.secrets()));
    assertEquals(List.of(), survey.covered());
  }
}
