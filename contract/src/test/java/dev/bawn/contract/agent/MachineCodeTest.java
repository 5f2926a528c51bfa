package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCodeTest {

  private static final Sha256 DIGEST = Sha256.of(new byte[0]);

  @TempDir private Path root;

  private Manifest noir;

  @BeforeEach
  void an_agent_with_bash_and_git() throws IOException {
    noir = new World(root).manifest();
  }

  private Manifest with(String name, String target) {
    AllowedCommand command = new AllowedCommand(CommandName.of(name), target, DIGEST, 1, 1, 1);
    return noir.withCommands(List.of(command));
  }

  @Test
  void an_agent_without_a_compiler_at_run_time_makes_none() {
    assertFalse(MachineCode.isAllowed(noir));
    assertFalse(MachineCode.isAllowed(with("python3", "/usr/bin/python3.13")));
  }

  @Test
  void a_program_is_known_by_its_name_and_by_its_file() {
    assertEquals(List.of("node"), MachineCode.makers(with("node", "/usr/bin/node-24")));
    assertEquals(List.of("run"), MachineCode.makers(with("run", "/usr/lib/jvm/java-25/bin/java")));
  }

  @Test
  void an_adopted_tool_makes_it() {
    AdoptedTool claude = new AdoptedTool(CommandName.of("claude"), "2.1.0", DIGEST, List.of());
    Manifest adopted = with("claude", "/opt/claude").withTools(List.of(claude));
    assertEquals(List.of("claude"), MachineCode.makers(adopted));
    assertTrue(MachineCode.isAllowed(adopted));
  }

  @Test
  void root_allows_it_to_each_agent() {
    assertTrue(MachineCode.isAllowed(noir.withExecution(Execution.JIT)));
    assertTrue(MachineCode.isAllowed(noir.withExecution(Execution.COMPILED)));
  }
}
