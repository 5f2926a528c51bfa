package dev.bawn.admin.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds sessions in a temporary {@code /proc}; tests/escape/meanwhile.bats tests that they end. */
final class ProjectSessionsTest {

  private static final Uid NOIR = new Uid(70000);
  private static final String STATE = "/var/lib/bawn/agents/.gen/a.noir/";
  private static final Path COUNTING = Path.of(STATE + "4");

  @TempDir Path proc;

  @BeforeEach
  void a_machine_with_root_at_work() throws IOException {
    process(1, 0, 0, "S", 1);
    outside(1, "/");
    Files.createSymbolicLink(proc.resolve("self"), Path.of("1"));
  }

  @Test
  void a_session_goes_on_while_its_project_is_shown_and_ends_when_it_is_not() throws IOException {
    session(10, "app");
    session(20, "taken");
    assertEquals(Set.of("21", "22"), others("app"));
    assertEquals(Set.of(), others("app", "taken"));
  }

  @Test
  void who_began_before_what_counts_and_has_not_arrived_is_late() throws IOException {
    agents(10, 9, STATE + "3");
    agents(20, 9, STATE + "4");
    agents(30, 9, "/home/op");
    agents(40, 9, STATE + "3 (deleted)");
    assertEquals(Set.of("10", "40"), late("app"));
  }

  @Test
  void a_process_that_builds_the_sandbox_is_as_late_as_bubblewrap() throws IOException {
    agents(10, 9, STATE + "3");
    builds(11, 10);
    agents(20, 9, STATE + "4");
    builds(21, 20);
    builds(31, 1);
    assertEquals(Set.of("10", "11", "31"), late("app"));
  }

  @Test
  void bubblewrap_beside_a_session_is_not_late() throws IOException {
    session(10, "app");
    assertEquals(Set.of(), late("app"));
  }

  @Test
  void a_session_of_an_earlier_policy_is_named_by_its_outermost_process() throws IOException {
    session(10, "app");
    agents(8, 7, "/");
    agents(9, 8, "/");
    agents(20, 6, STATE + "4");
    agents(30, 6, STATE + "2 (deleted)");
    agents(40, 6, "/home/op");
    inside(proc.resolve("50"), "app");
    process(50, 70000, 6, "S (sleeping)", 1);
    assertEquals(
        Set.of("8", "30"), new TreeSet<>(new ProjectSessions(proc, NOIR).earlier(COUNTING)));
  }

  @Test
  void a_writable_mount_that_lacks_a_flag_is_named_beside_the_session() throws IOException {
    session(10, "app");
    session(20, "app");
    mounts(21, "/tmp rw,nosuid,nodev,noexec", "/home/agent rw,nosuid,nodev", "/usr ro,nodev");
    mounts(22, "/dev/pts rw,nosuid", "/proc rw", "/tmp rw,nosuid,noexec");
    assertEquals(
        Map.of("10", Optional.empty(), "20", Optional.of("/home/agent is writable without noexec")),
        missing(point -> false));
    assertEquals(
        Map.of("10", Optional.empty(), "20", Optional.of("/tmp is writable without nodev")),
        missing(Path.of("/home/agent")::equals));
  }

  private Map<String, Optional<String>> missing(Predicate<Path> executed) throws IOException {
    return new ProjectSessions(proc, NOIR).missingFlags(executed);
  }

  private void mounts(int number, String... mounts) throws IOException {
    String lines =
        Stream.of(mounts)
            .map(mount -> "1 0 0:1 / " + mount + " - tmpfs tmpfs rw\n")
            .collect(Collectors.joining());
    Files.writeString(proc.resolve(number + "/mountinfo"), lines);
  }

  @Test
  void what_has_ended_is_not_looked_at_and_what_pretends_to_is() throws IOException {
    process(10, 70000, 9, "Z (zombie)", 1);
    process(11, 70000, 9, "Z (zombie)", 2);
    inside(proc.resolve("11/task/12"), "taken");
    assertEquals(Set.of("11"), others("app"));
  }

  @Test
  void what_can_not_be_looked_at_ends() throws IOException {
    process(10, 70000, 9, "S (sleeping)", 1);
    assertEquals(Set.of("10"), others("app"));
  }

  private Set<String> others(String... projects) throws IOException {
    return new TreeSet<>(look(projects).others());
  }

  private Set<String> late(String... projects) throws IOException {
    return new TreeSet<>(look(projects).late());
  }

  private ProjectSessions.Look look(String... projects) throws IOException {
    Set<Path> shown = new TreeSet<>();
    for (String project : projects) {
      shown.add(Path.of("/work", project));
    }
    return new ProjectSessions(proc, NOIR).look(shown, COUNTING);
  }

  /** Adds bubblewrap outside, bubblewrap inside, and a command. */
  private void session(int number, String project) throws IOException {
    agents(number, 9, STATE + "3");
    process(number + 1, 70000, number, "S (sleeping)", 1);
    inside(proc.resolve("" + (number + 1)), project);
    process(number + 2, 70000, number + 1, "T (stopped)", 1);
    inside(proc.resolve("" + (number + 2)), project);
  }

  private void agents(int number, int parent, String directory) throws IOException {
    process(number, 70000, parent, "S (sleeping)", 1);
    outside(number, directory);
  }

  private void outside(int number, String directory) throws IOException {
    place(proc.resolve("" + number), "pid:[1]", directory, "/work/of/the/machine");
    Files.createSymbolicLink(proc.resolve(number + "/root"), proc);
  }

  private void builds(int number, int parent) throws IOException {
    process(number, 70000, parent, "S (sleeping)", 1);
    place(proc.resolve("" + number), "pid:[2]", "/", "/work/app");
    Files.createSymbolicLink(proc.resolve(number + "/root"), proc);
  }

  private void inside(Path place, String project) throws IOException {
    Files.createDirectories(place.resolve("root"));
    place(place, "pid:[2]", "/", "/work/" + project);
  }

  private static void place(Path place, String namespace, String directory, String mount)
      throws IOException {
    Files.createDirectories(place.resolve("ns"));
    Files.createSymbolicLink(place.resolve("ns/pid"), Path.of(namespace));
    Files.createSymbolicLink(place.resolve("cwd"), Path.of(directory));
    List<String> mounts =
        List.of("1 0 0:1 / / ro - tmpfs \u00ff rw", "2 1 0:2 /x " + mount + " ro");
    Files.write(place.resolve("mountinfo"), mounts, StandardCharsets.ISO_8859_1);
  }

  private void process(int number, int uid, int parent, String state, int threads)
      throws IOException {
    Path directory = Files.createDirectories(proc.resolve("" + number));
    List<String> status =
        List.of(
            "Name:\t\u00ff)\\nState:\tZ",
            "State:\t" + state,
            "PPid:\t" + parent,
            "Uid:\t1000\t" + uid + "\t0\t0",
            "Threads:\t" + threads);
    Files.write(directory.resolve("status"), status, StandardCharsets.ISO_8859_1);
  }
}
