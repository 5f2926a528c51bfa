package dev.bawn.admin.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitUnitsTest {

  @TempDir private Path root;
  private SystemLayout layout;
  private Manifest agent;
  private Path file;

  @BeforeEach
  void makeMachine() throws IOException {
    World world = new World(root);
    layout = world.layout();
    agent = world.manifest();
    file = layout.units().resolve(LimitUnits.name(agent.uid()));
    Files.createDirectories(layout.units());
  }

  private Manifest limited(long memory, int cpus, int pids) {
    return agent.withLimits(new Limits(256, 4096, 0, new ResourceLimits(memory, cpus, pids)));
  }

  private LimitUnits units() {
    return new LimitUnits(layout, unit -> true);
  }

  @Test
  void a_unit_has_the_limits_of_the_policy() {
    String text = LimitUnits.text(limited(4L << 30, 150, 500));
    assertTrue(
        text.endsWith(
            """
            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/usr/bin/true
            User=%s
            Delegate=yes
            OOMPolicy=continue
            MemoryMax=4294967296
            MemorySwapMax=0
            CPUQuota=150%%
            TasksMax=500

            [Install]
            WantedBy=multi-user.target
            """
                .formatted(agent.uid())),
        text);
  }

  @Test
  void a_unit_exists_as_long_as_the_policy_has_a_limit() throws IOException {
    units().write(List.of(agent));
    assertFalse(Files.exists(file));
    units().write(List.of(limited(0, 0, 90)));
    assertTrue(Files.readString(file).contains("TasksMax=90\n"));
    assertTrue(units().isInForce(limited(0, 0, 90)));
    assertFalse(units().isInForce(limited(0, 0, 91)));
    Path other = Files.writeString(layout.units().resolve("other.service"), "");
    units().write(List.of());
    assertFalse(Files.exists(file));
    assertTrue(Files.exists(other));
  }

  @Test
  void an_obstacle_is_named() throws IOException {
    assertEquals(Optional.of("systemd does not run"), units().obstacle(limited(0, 0, 90)));
    Files.createDirectories(layout.at("run/systemd/system"));
    assertEquals(
        Optional.of("the system bus of D-Bus is missing"), units().obstacle(limited(0, 0, 90)));
    put("run/dbus/system_bus_socket", "");
    put("sys/fs/cgroup/cgroup.controllers", "cpu pids\n");
    assertEquals(Optional.empty(), units().obstacle(limited(0, 50, 90)));
    assertEquals(
        Optional.of("cgroup v2 has no controller 'memory'"),
        units().obstacle(limited(1 << 30, 50, 90)));
  }

  private void put(String path, String text) throws IOException {
    Files.createDirectories(layout.at(path).getParent());
    Files.writeString(layout.at(path), text);
  }
}
