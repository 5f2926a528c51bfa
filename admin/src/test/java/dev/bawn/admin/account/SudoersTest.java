package dev.bawn.admin.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SudoersTest {

  private static final Path ENTER = Path.of("/usr/lib/bawn/enter");
  private static final Path ADMIN = Path.of("/usr/bin/bawn-admin");

  private static final String HEAD =
      """
      # Made by bawn-admin from sealed manifests. Changes are lost at its next command.
      Defaults!/usr/lib/bawn/enter use_pty, env_reset, secure_path=/usr/bin
      Defaults!/usr/bin/bawn-admin env_reset, !env_keep, env_check="COLORTERM NO_COLOR TERM"
      """;

  private static final String VARIABLES = "env_check=\"COLORTERM NO_COLOR TERM\", !env_keep\n";

  private final Sudoers sudoers = new Sudoers(ENTER, ADMIN);

  private static Manifest agent(String name, List<Integer> operators, String... projects) {
    return new Manifest(
        AgentName.of(name),
        new Uid(70_000),
        new Uid(70_000),
        new TreeSet<>(operators.stream().map(Uid::new).toList()),
        new TreeMap<>(),
        Serial.FIRST,
        Instant.EPOCH,
        Profile.STANDARD,
        Confinement.PREFERRED,
        Pin.WARN,
        NetworkPolicy.OPEN,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        List.of(),
        List.of(),
        Arrays.stream(projects).map(SudoersTest::assignment).toList(),
        new TreeMap<>());
  }

  private static Assignment assignment(String project) {
    ProjectId id = ProjectId.of(project);
    ProjectPath source = ProjectPath.of("/home/alice/" + project);
    return new Assignment(
        id,
        source,
        new Uid(1000),
        Optional.empty(),
        "",
        Workspace.MIRROR,
        id,
        List.of(),
        List.of());
  }

  @Test
  void without_agents_nobody_may_start_anything() {
    assertEquals(HEAD, sudoers.text(List.of()));
  }

  @Test
  void each_operator_may_start_the_agents_that_are_theirs_and_freshen_their_mirrors() {
    String expected =
        HEAD
            + "Defaults>a.noir "
            + VARIABLES
            + """
            #1000 ALL=(a.noir) NOPASSWD: NOSETENV: /usr/lib/bawn/enter
            #1000 ALL=(root) NOPASSWD: NOSETENV: /usr/bin/bawn-admin sync a.noir app
            #1000 ALL=(root) NOPASSWD: NOSETENV: /usr/bin/bawn-admin sync a.noir my.app_2-0f1e2d
            #1001 ALL=(a.noir) NOPASSWD: NOSETENV: /usr/lib/bawn/enter
            #1001 ALL=(root) NOPASSWD: NOSETENV: /usr/bin/bawn-admin sync a.noir app
            #1001 ALL=(root) NOPASSWD: NOSETENV: /usr/bin/bawn-admin sync a.noir my.app_2-0f1e2d
            """
            + "Defaults>b-blanc "
            + VARIABLES
            + "#1001 ALL=(b-blanc) NOPASSWD: NOSETENV: /usr/lib/bawn/enter\n";
    assertEquals(
        expected,
        sudoers.text(
            List.of(
                agent("a.noir", List.of(1001, 1000), "app", "my.app_2-0f1e2d"),
                agent("b-blanc", List.of(1001)))));
  }

  @Test
  void an_agent_without_operators_is_startable_by_nobody() {
    assertEquals(
        HEAD + "Defaults>a.noir " + VARIABLES,
        sudoers.text(List.of(agent("a.noir", List.of(), "app"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/opt/my bawn/enter",
        "/opt/a,b/enter",
        "/opt/*/enter",
        "/opt/a:b/enter",
        "/opt/ALL=/enter",
        "/opt/a\nb/enter",
        "/opt/a\\b/enter",
        "/opt/(x)/enter"
      })
  void a_program_whose_path_means_something_to_sudoers_is_refused(String path) {
    assertThrows(Refused.class, () -> new Sudoers(Path.of(path), ADMIN));
    assertThrows(Refused.class, () -> new Sudoers(ENTER, Path.of(path)));
  }
}
