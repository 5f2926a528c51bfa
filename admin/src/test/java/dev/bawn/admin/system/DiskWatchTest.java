package dev.bawn.admin.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.admin.system.DiskWatch.Limited;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A running agent above its disk limit is reported once. */
final class DiskWatchTest {

  private static final Instant START = Instant.parse("2026-11-25T12:00:00Z");
  private static final String LARGE =
      "the files of a.noir take 3 MiB of at most 2 MiB; its next session will not start";
  private static final String CLOSED =
      "the files of a.noir cannot be measured; its next session will not start";

  private final List<String> said = new ArrayList<>();
  private final DiskWatch watch = new DiskWatch(agent -> measure(), said::add);
  private String command = "";
  private int starts;
  private Process last;

  private Process measure() throws IOException {
    starts++;
    last = new ProcessBuilder("/bin/sh", "-c", command).start();
    return last;
  }

  /** Runs one measurement with this result. */
  private void measures(String result, int minute) throws InterruptedException {
    command = result;
    step(minute);
    last.waitFor();
    step(minute);
  }

  private void step(int minute) {
    watch.step(
        List.of(new Limited(AgentName.of("a.noir"), new Uid(70000), 2 << 20)),
        START.plusSeconds(60L * minute));
  }

  @Test
  void an_agent_above_its_limit_is_reported_until_it_takes_less() throws Exception {
    measures("echo 2097152", 0);
    assertEquals(List.of(), said);
    measures("echo 2097153", 5);
    measures("echo 2097153", 10);
    assertEquals(List.of(LARGE), said);
    measures("echo 5", 15);
    measures("echo 3000000", 20);
    assertEquals(List.of(LARGE, LARGE), said);
  }

  @Test
  void an_agent_that_cannot_be_measured_is_reported() throws Exception {
    measures("exit 1", 0);
    assertEquals(List.of(CLOSED), said);
  }

  @Test
  void a_measurement_is_neither_repeated_within_five_minutes_nor_begun_while_one_runs()
      throws Exception {
    measures("echo 5", 0);
    measures("echo 5", 4);
    assertEquals(1, starts);
    command = "exec sleep 60";
    step(5);
    step(50);
    assertEquals(2, starts);
    last.destroyForcibly().waitFor();
    step(50);
    assertEquals(3, starts);
    last.destroyForcibly();
  }
}
