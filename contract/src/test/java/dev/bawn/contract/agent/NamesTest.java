package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid names, and texts that are refused. */
class NamesTest {

  private static final String LONGEST = "a123456789012345678901234567890";

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.noir", "x-1_2", LONGEST})
  void an_agent_can_have_the_name(String name) {
    assertEquals(name, AgentName.of(name).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "1a",
        "-a",
        ".a",
        "_a",
        "a b",
        "a/b",
        "a\n",
        "ä",
        "a\u0000",
        "..",
        LONGEST + "1",
        "root",
        "sudo",
        "bawn-mirror",
        "unconfined",
        "systemd-x",
        "a."
      })
  void an_agent_cannot_have_the_name(String name) {
    WrongUsage refused = assertThrows(WrongUsage.class, () -> AgentName.of(name));
    assertEquals(2, refused.exitCode());
    assertFalse(refused.hint().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"git", "[", "python3.13", "g++", "7z", "x86_64-linux-gnu-gcc"})
  void a_command_can_have_the_name(String name) {
    assertEquals(name, CommandName.of(name).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-x", ".", "..", "a b", "[[", "a;b", "a\n", "ä", "$x", "a*"})
  void a_command_cannot_have_the_name(String name) {
    assertThrows(WrongUsage.class, () -> CommandName.of(name));
  }

  @Test
  void a_path_of_a_command_is_refused_with_its_bare_name() {
    WrongUsage refused = assertThrows(WrongUsage.class, () -> CommandName.of("/usr/bin/git"));
    assertEquals("use 'git'", refused.hint());
  }

  @Test
  void what_steers_a_terminal_is_not_repeated_in_a_refusal() {
    Failure refused = assertThrows(WrongUsage.class, () -> AgentName.of("\u001b]0;x\u0007\u202e"));
    assertEquals("'?]0;x??' cannot be the name of an agent", refused.what());
  }

  @ParameterizedTest
  @ValueSource(strings = {"app", "0", "a.b_c-d"})
  void a_project_can_have_the_id(String id) {
    assertEquals(id, ProjectId.of(id).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "App", "-app", ".app", "a/b", "..", "a b"})
  void a_project_cannot_have_the_id(String id) {
    assertThrows(WrongUsage.class, () -> ProjectId.of(id));
  }

  private static String idOf(String path) {
    return ProjectId.forPath(ProjectPath.of(path)).text();
  }

  @Test
  void the_id_of_a_project_is_made_of_its_base_name() {
    assertEquals("my-app", idOf("/home/alice/My App"));
    assertEquals("0hidden", idOf("/home/alice/.hidden"));
    assertEquals("a.b_c", idOf("/home/alice/a.b_c"));
    assertEquals("0-t-", idOf("/home/alice/ät\n".strip() + "!"));
    assertEquals("x".repeat(50), idOf("/srv/" + "x".repeat(80)));
  }

  @Test
  void two_projects_with_one_base_name_get_ids_of_their_own() {
    ProjectId one = ProjectId.of("app").apart("/home/alice/app", 6);
    ProjectId two = ProjectId.of("app").apart("/home/bob/app", 6);
    assertFalse(one.equals(two));
    assertTrue(one.text().matches("app-[0-9a-f]{6}"), one.text());
    assertEquals(63, ProjectId.of("x".repeat(64)).apart("key", 12).text().length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app",
        "",
        "/",
        "/etc",
        "/etc/x",
        "/home",
        "/home/alice",
        "/root",
        "/dev/shm",
        "/run/media",
        "/run/user/1000/app",
        "/usr/lib/x",
        "/var/lib",
        "/var/lib/bawn/mirrors",
        "/srv/../etc",
        "/srv/a/",
        "/srv/a\nb",
        "/srv/a\u0007",
        "/srv/\ufffd"
      })
  void a_project_cannot_lie_at(String path) {
    assertThrows(Refused.class, () -> ProjectPath.of(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/home/alice/app",
        "/srv/a b/\"c\"",
        "/root/app",
        "/tmp/ü",
        "/dev/shm/app",
        "/run/media/alice/stick/app"
      })
  void a_project_can_lie_at(String path) {
    assertEquals(path, ProjectPath.of(path).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ap\u202egnp.p", "d\u200bz", "g\u3164z", "h\udb40\udc41z", "n\u2028z"})
  void a_new_project_cannot_lie_at_a_path_that_is_not_shown_as_it_is(String name) {
    Refused refused = assertThrows(Refused.class, () -> ProjectPath.ofNew("/srv/" + name));
    assertFalse(refused.what().contains(name), refused.what());
    assertEquals("/srv/" + name, ProjectPath.of("/srv/" + name).text());
  }

  @Test
  void a_new_project_can_lie_at_a_path_of_any_language() {
    assertEquals("/srv/größe 日本", ProjectPath.ofNew("/srv/größe 日本").text());
  }
}
