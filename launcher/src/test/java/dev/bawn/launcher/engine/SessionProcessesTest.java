package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.world.World;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A temporary /proc: no process is signalled here, tests/system/own-kill.bats does that. */
class SessionProcessesTest {

  private static final Path PROGRAM = Path.of("/usr/lib/bawn/session");

  @TempDir Path root;
  private SessionDirectory session;

  @BeforeEach
  void aSessionWithBubblewrap() throws IOException {
    session = new SessionDirectory(SessionName.of("app-1"), root.resolve("app-1"));
    World.write(session.started(), "100 7\n");
    process(1, 0, 7, "1");
    process(100, 1, 7, "100");
    World.write(
        root.resolve("proc/100/cmdline"), "/bin/sh\0" + PROGRAM + "\0" + session.path() + "\0-\0");
    process(101, 100, 8, "101");
    process(102, 101, 9, "102\t1");
    process(103, 102, 10, "103\t2");
  }

  private void process(long pid, long parent, long begun, String pids) throws IOException {
    Path process = root.resolve("proc").resolve(Long.toString(pid));
    String name = " (a) S 5) S ";
    World.write(
        process.resolve("stat"), pid + name + parent + " 0".repeat(17) + " " + begun + "\n");
    World.write(process.resolve("status"), "Name:\ta\nNSpid:\t" + pids + "\nThreads:\t1\n");
    namespace(pid, pids.contains("\t") ? "pid:[2]" : "pid:[1]");
  }

  private void namespace(long pid, String namespace) throws IOException {
    Path link = root.resolve("proc/" + pid + "/ns/pid");
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(namespace));
  }

  private SessionStates states() {
    return new SessionStates(root.resolve("proc"));
  }

  private Set<Long> inside() {
    List<ProcessMark> inside = SessionProcesses.of(session, PROGRAM, states()).inside();
    return inside.stream().map(ProcessMark::number).collect(Collectors.toSet());
  }

  @Test
  void are_what_bubblewrap_started_and_not_bubblewrap() throws IOException {
    process(104, 103, 11, "104\t3");
    assertEquals(Set.of(103L, 104L), inside());
  }

  @Test
  void include_what_joined_the_session_and_what_has_a_namespace_below() throws IOException {
    process(200, 1, 12, "200");
    process(201, 200, 12, "201\t9");
    process(202, 201, 12, "202\t10\t1");
    namespace(202, "pid:[3]");
    assertEquals(Set.of(103L, 201L, 202L), inside());
  }

  @Test
  void are_none_of_another_session_and_none_of_the_users() throws IOException {
    process(300, 1, 7, "300");
    process(301, 300, 8, "301\t1");
    process(302, 301, 9, "302\t2");
    namespace(301, "pid:[4]");
    namespace(302, "pid:[4]");
    assertEquals(Set.of(103L), inside());
  }

  @Test
  void are_none_where_the_pid_has_become_another_process() throws IOException {
    process(100, 1, 70, "100");
    assertEquals(Set.of(), inside());
  }

  @Test
  void are_those_of_the_recorded_namespace_where_the_starter_was_killed() throws IOException {
    World.write(root.resolve("app-1/inside"), "{ \"child-pid\": 102, \"pid-namespace\": 2 }\n");
    for (String pid : List.of("100", "101")) {
      Files.delete(root.resolve("proc/" + pid + "/stat"));
    }
    assertEquals(Set.of(103L), inside());
    assertEquals("running", state());
    namespace(102, "pid:[5]");
    assertEquals(Set.of(), inside());
    assertEquals("interrupted", state());
    namespace(102, "pid:[2]");
    process(102, 1, 6, "102\t1");
    assertEquals("interrupted", state());
    process(102, 1, 9, "102\t7");
    assertEquals("interrupted", state());
  }

  @Test
  void of_an_agent_are_found_by_the_start_time_of_the_first_one_in_the_same_boot()
      throws IOException {
    for (String pid : List.of("100", "101")) {
      Files.delete(root.resolve("proc/" + pid + "/stat"));
    }
    World.write(root.resolve("proc/sys/kernel/random/boot_id"), "5a-1\n");
    recorded("\"begun\": 9, \"boot\": \"5a-1\"");
    assertEquals(Set.of(103L), inside());
    assertEquals("running", state());
    recorded("\"begun\": 9, \"boot\": \"5a-2\"");
    assertEquals("interrupted", state());
    recorded("\"begun\": 90, \"boot\": \"5a-1\"");
    assertEquals("interrupted", state());
    World.write(root.resolve("app-1/inside"), "{ \"child-pid\": 102 }\n");
    assertEquals("interrupted", state());
  }

  private void recorded(String rest) throws IOException {
    World.write(root.resolve("app-1/inside"), "{ \"child-pid\": 102, " + rest + " }\n");
  }

  private String state() {
    return states().of(session).word();
  }

  @Test
  void are_none_before_bubblewrap_has_begun() throws IOException {
    for (String pid : List.of("102", "103")) {
      Files.delete(root.resolve("proc/" + pid + "/stat"));
    }
    assertEquals(Set.of(), inside());
  }
}
