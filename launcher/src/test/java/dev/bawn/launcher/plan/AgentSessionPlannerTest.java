package dev.bawn.launcher.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AgentSessionPlannerTest {

  private static Wanted again(String tool, String... command) {
    return AgentSessionPlanner.wanted(record(tool, command), true);
  }

  private static SessionRecord record(String tool, String... command) {
    return new SessionRecord(
        SessionName.of("docs"),
        Instant.EPOCH,
        Optional.of(Path.of("/home/alice/app")),
        Path.of("/work/app"),
        WorkspaceKind.AGENT,
        Optional.empty(),
        tool,
        Optional.empty(),
        List.of(),
        List.of(command),
        Optional.of(new Prompt("do this", Prompt.Manner.ONCE)),
        Optional.empty(),
        Optional.of(new AgentProject(AgentName.of("a.noir"), ProjectId.of("app"))));
  }

  @Test
  void only_the_first_start_gives_the_tool_its_prompt() {
    SessionRecord record = record("claude");
    assertEquals(record.prompt(), AgentSessionPlanner.wanted(record, false).prompt());
    assertEquals(Optional.empty(), AgentSessionPlanner.wanted(record, true).prompt());
  }

  @Test
  void restart_runs_a_typed_command_again() {
    assertEquals(new Wanted.CommandLine(List.of("make", "test")), again("command", "make", "test"));
  }

  @Test
  void restart_runs_a_tool_with_its_arguments_again() {
    CommandName claude = CommandName.of("claude");
    assertEquals(
        new Wanted.Tool(claude, Optional.empty(), List.of("--continue")),
        again("claude", "--continue"));
    assertEquals(new Wanted.Tool(claude, Optional.empty(), List.of()), again("claude"));
  }

  @Test
  void restart_runs_a_command_that_begins_with_the_name_of_a_tool_as_typed() {
    assertEquals(
        new Wanted.CommandLine(List.of("claude", "--version")),
        again("claude", "claude", "--version"));
  }

  @Test
  void restart_runs_a_shell_again() {
    assertEquals(new Wanted.Shell(), again("shell"));
  }

  @Test
  void variables_of_an_agent_session_are_private_arguments_and_not_in_the_environment() {
    StartPlan plan =
        StartPlan.of(
            StartPlan.Lifetime.RECORDED_AGENT,
            List.of("/usr/bin/perl"),
            List.of(),
            List.of(new Variable("DEMO_API_KEY", "secret")));
    assertEquals(List.of(), plan.environment());
    assertEquals(List.of("DEMO_API_KEY", "secret"), plan.privateArguments());
  }
}
