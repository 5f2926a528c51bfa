package dev.bawn.admin.apparmor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfileTextTest {

  private static final Path TEMPLATES = Path.of("..", "apparmor-templates");

  @Test
  void an_agent_executes_its_commands_and_their_program_trees_and_nothing_else()
      throws IOException {
    String profile = profile(NetworkPolicy.OPEN, "/usr/bin/git", "/usr/bin/dash");

    List<String> executable =
        profile
            .lines()
            .map(String::strip)
            .filter(line -> line.matches(".*[a-z]*x[a-z]*,"))
            .filter(line -> !line.startsWith("unix") && !line.startsWith("#"))
            .toList();

    assertEquals(
        List.of(
            "\"/usr/bin/git\" ixmr,",
            "\"/usr/bin/dash\" ixmr,",
            "\"/usr/lib/git-core/{,**}\" ixmr,"),
        executable);
  }

  @Test
  void only_where_a_tool_unpacks_libraries_may_hidden_ones_be_loaded() throws IOException {
    String rule = "owner \"/tmp/.*.so\" m,";
    assertTrue(profile(NetworkPolicy.OPEN, "/usr/bin/git").contains(rule));
    String without = ofAgent(List.of(), Execution.SIGNED);
    assertFalse(without.lines().anyMatch(line -> line.strip().matches("owner.* r?w?m,")), without);
  }

  @Test
  void nothing_that_an_agent_can_write_can_be_executed_or_mapped_as_code() throws IOException {
    for (String line : profile(NetworkPolicy.OPEN, "/usr/bin/git").lines().toList()) {
      if (line.matches(".* [a-z]*w[a-z]*,")) {
        assertFalse(line.matches(".* [a-z]*[xm][a-z]*,"), line);
      }
    }
  }

  @Test
  void an_agent_executes_what_it_compiles_only_where_root_allows_that() throws IOException {
    String compiled = withOverlay(Execution.COMPILED);
    String rule = "owner /{home/agent,work/*/.scratch}/** ixm,";
    assertTrue(compiled.contains(rule), compiled);
    assertTrue(compiled.contains("owner \"/work/app/**\" ixm,"), compiled);
    assertFalse(profile(NetworkPolicy.OPEN).contains(rule));
  }

  @Test
  void an_agent_changes_a_project_only_where_it_has_an_overlay() throws IOException {
    String rule = "owner \"/work/app/**\" wkl,";
    String overlay = withOverlay(Execution.SIGNED);
    assertTrue(overlay.contains(rule), overlay);
    assertFalse(overlay.contains("/work/app/**\" ixm"), overlay);
    assertFalse(profile(NetworkPolicy.OPEN).contains("/work/app"));
  }

  @Test
  void the_internet_is_there_by_policy_and_raw_sockets_never_are() throws IOException {
    assertTrue(profile(NetworkPolicy.OPEN).contains("network inet stream,"));
    assertFalse(profile(NetworkPolicy.NONE).contains("network "));
    assertFalse(profile(NetworkPolicy.OPEN).contains("inet raw"));
    assertFalse(profile(NetworkPolicy.OPEN).contains("packet"));
  }

  @Test
  void no_privilege_is_given() throws IOException {
    String profile = profile(NetworkPolicy.OPEN, "/usr/bin/git");
    for (String word :
        List.of("capability", "mount", "userns", "ptrace", "pivot_root", "change_profile")) {
      assertFalse(profile.matches("(?s).*\\n\\s*" + word + ".*"), word);
    }
  }

  @Test
  void limits_are_in_the_profile() throws IOException {
    assertTrue(profile(NetworkPolicy.NONE).contains("set rlimit nproc <= 256,"));
    assertTrue(profile(NetworkPolicy.NONE).contains("set rlimit nofile <= 4096,"));
  }

  @Test
  void signs_of_the_policy_language_in_a_path_mean_themselves() throws IOException {
    String hostile = "/usr/bin/a\" ux, /** ux, \"{b,c}*?[d]@{HOME}\\";

    String profile = profile(NetworkPolicy.NONE, hostile);

    assertTrue(
        profile.contains(
            "  \"/usr/bin/a\\\" ux\\, /\\*\\* ux\\,"
                + " \\\"\\{b\\,c\\}\\*\\?\\[d\\]\\@\\{HOME\\}\\\\\" ixmr,\n"),
        profile);
  }

  @Test
  void only_an_agent_with_a_key_reads_it_and_none_writes_it() throws IOException {
    String rule = "\n  /run/identity/{,*} r,\n";
    String without = ofAgent(List.of(), Execution.SIGNED);
    assertFalse(without.contains("identity"), without);
    String with = ofAgent(List.of(), Execution.SIGNED, true);
    assertTrue(with.contains(rule), with);
    assertEquals(
        without, with.replaceFirst("\n  # The key with which git signs commits\\.\n.*", ""));
  }

  @Test
  void a_path_with_a_line_break_is_refused() {
    Refused refused =
        assertThrows(Refused.class, () -> profile(NetworkPolicy.NONE, "/usr/bin/a\n  /** ux,"));
    assertTrue(refused.what().contains("has a control character"), refused.what());
    assertFalse(refused.what().contains("\n"));
  }

  @Test
  void an_older_parser_gets_the_language_that_it_knows() throws IOException {
    SystemLayout layout = new SystemLayout(Path.of("/nowhere"));
    assertEquals(PolicyLanguage.V3, PolicyLanguage.newest(layout));
    String profile =
        new ProfileText(TEMPLATES, layout, PolicyLanguage.V3).ofAgent(noir(NetworkPolicy.OPEN));
    assertTrue(profile.contains("\nabi <abi/3.0>,\n"));
  }

  private static String profile(NetworkPolicy network, String... programs) throws IOException {
    return new ProfileText(TEMPLATES, SystemLayout.SYSTEM, PolicyLanguage.V4)
        .ofAgent(noir(network, programs));
  }

  private static Confined noir(NetworkPolicy network, String... programs) {
    return new Confined(
        AgentName.of("a.noir"),
        List.of(programs),
        List.of("/usr/lib/git-core"),
        List.of("/tmp"),
        network,
        Limits.DEFAULT,
        List.of(),
        Execution.SIGNED,
        false);
  }

  private static String withOverlay(Execution execution) throws IOException {
    return ofAgent(List.of("/work/app"), execution);
  }

  private static String ofAgent(List<String> overlays, Execution execution) throws IOException {
    return ofAgent(overlays, execution, false);
  }

  private static String ofAgent(List<String> overlays, Execution execution, boolean identity)
      throws IOException {
    return new ProfileText(TEMPLATES, SystemLayout.SYSTEM, PolicyLanguage.V4)
        .ofAgent(
            new Confined(
                AgentName.of("a.noir"),
                List.of(),
                List.of(),
                List.of(),
                NetworkPolicy.OPEN,
                Limits.DEFAULT,
                overlays,
                execution,
                identity));
  }
}
