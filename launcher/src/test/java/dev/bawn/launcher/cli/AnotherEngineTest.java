package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import dev.bawn.launcher.engine.Engine;
import dev.bawn.launcher.engine.ProcessMark;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.plan.Variable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine other than the local one gets complete plans. */
class AnotherEngineTest {

  /** An engine that stores plans in a queue instead of starting them. */
  private static final class Queue implements Engine {

    private final List<StartPlan> jobs = new ArrayList<>();

    @Override
    public void start(StartPlan plan) {
      jobs.add(plan);
    }

    @Override
    public ProcessMark process() {
      return new ProcessMark("", "");
    }

    @Override
    public boolean keepsLog() {
      return false;
    }

    @Override
    public boolean isAtTerminal() {
      return false;
    }
  }

  private final Queue queue = new Queue();

  @TempDir Path root;
  private World world;
  private Path home;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    world.kernel().loadedAsSealed();
    Person.sudo(world, "");
    home = Files.createDirectories(world.layout().at("home/alice"));
  }

  @Test
  void an_agents_start_is_one_plan() throws IOException {
    Person alice = new Person(world, World.ALICE, Path.of("/home/alice/app"));
    alice.through(queue).types("launch", "a.noir", "app", "--no-sync", "--", "git", "log");
    alice.succeeds();
    StartPlan job = queue.jobs.getFirst();
    assertEquals(world.installation().sudo().toString(), job.argv().getFirst());
    assertEquals(List.of("git", "log"), job.appended());
    assertEquals(List.of(), job.privateArguments());
    assertEquals("", alice.plan("|"));
  }

  @Test
  void a_command_in_a_running_session_is_one_plan() throws IOException {
    SessionFixture session = new SessionFixture(home, "app-1");
    World.write(
        session.directory.resolve("plan.json"),
        session
            .plan("overlay", session.project, session.upper)
            .replace(
                "\"--unshare-user\" ]",
                "\"--setenv\", \"HOME\", \"/home/x\" ], \"landlock\" : true, \"variables\" : [ ]"));
    World.write(session.directory.resolve("started"), "42 7\n");
    World.write(root.resolve("proc/42/stat"), "42 (a) S" + " 0".repeat(18) + " 7 0\n");
    Person.owning(world, home).through(queue).types("exec", "app-1", "--", "make").succeeds();
    StartPlan job = queue.jobs.getFirst();
    assertTrue(job.argv().contains(session.directory.toString()), job.toString());
    assertEquals(List.of("make"), job.appended());
    assertEquals(List.of("HOME", "/home/x"), job.privateArguments());
    assertEquals(List.<Variable>of(), job.environment());
  }
}
