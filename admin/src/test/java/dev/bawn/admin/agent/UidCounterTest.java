package dev.bawn.admin.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.admin.sealing.UidRange;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uids of agents are unused, grow, and are allocated once. */
class UidCounterTest {

  @TempDir private Path root;
  private SystemLayout layout;
  private final Map<Uid, String> users = new TreeMap<>();
  private final Map<Uid, String> groups = new TreeMap<>();

  @BeforeEach
  void makeMachine() throws IOException {
    layout = new SystemLayout(root);
    for (String directory : List.of("etc/bawn", "var/lib/bawn", "proc")) {
      Files.createDirectories(layout.at(directory));
    }
  }

  private UidCounter counter() {
    return new UidCounter(
        layout,
        new UidUse(
            layout,
            uid -> Optional.ofNullable(users.get(uid)),
            gid -> Optional.ofNullable(groups.get(gid))));
  }

  private int taken() throws IOException {
    return counter().take().number();
  }

  @Test
  void it_begins_with_the_range_and_gives_out_no_number_twice() throws IOException {
    assertEquals(70_000, taken());
    assertEquals(70_001, taken());
  }

  @Test
  void it_skips_users_groups_processes_and_subordinate_ids() throws IOException {
    users.put(new Uid(70_000), "victim");
    groups.put(new Uid(70_001), "victims");
    Files.createDirectory(layout.at("proc/12"));
    Files.writeString(
        layout.at("proc/12/status"),
        "State:\tS\nPPid:\t1\nUid:\t70002\t70002\t70002\t70002\nThreads:\t1\n");
    Files.writeString(layout.at("etc/subuid"), "alice:70003:5\nodd\nbob:x:1\n");
    Files.writeString(layout.at("etc/subgid"), "alice:70006:10\n");
    assertEquals(70_016, taken());
  }

  @Test
  void a_look_up_that_fails_gives_no_number() {
    UidUse broken =
        new UidUse(
            layout,
            uid -> {
              throw new Failed("looking up user " + uid + " failed", "");
            },
            gid -> Optional.empty());
    assertThrows(Failed.class, () -> new UidCounter(layout, broken).take());
    assertEquals(false, Files.exists(layout.nextUid()));
  }

  @Test
  void it_goes_on_where_a_removed_installation_ended() throws IOException {
    taken();
    taken();
    assertEquals(Optional.of(layout.keptNextUid()), counter().keep());
    Files.delete(layout.nextUid());
    assertEquals(70_002, taken());
  }

  @Test
  void nothing_is_kept_where_no_number_was_given_out() throws IOException {
    assertEquals(Optional.empty(), counter().keep());
  }

  @Test
  void a_range_ends() throws IOException {
    new AdminSettings(new TreeSet<>(), List.of(UidRange.of("5000-5001"))).write(layout);
    assertEquals(5000, taken());
    assertEquals(5001, taken());
    assertThrows(Failed.class, this::taken);
  }

  @Test
  void another_range_keeps_the_numbers_of_the_earlier_one_where_some_were_given_out()
      throws IOException {
    AdminSettings before = AdminSettings.read(layout);
    before.withRange(UidRange.of("200000-299999"), true).write(layout);
    AdminSettings after = AdminSettings.read(layout);
    assertEquals(UidRange.of("200000-299999"), after.range());
    assertEquals(true, after.isOfAgents(new Uid(70_000)));
    before.withRange(UidRange.of("200000-299999"), false).write(layout);
    assertEquals(false, AdminSettings.read(layout).isOfAgents(new Uid(70_000)));
    assertEquals(200_000, taken());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1-2", "60000-70000", "99999-70000", "-", "70000", "1e4-99999"})
  void a_range_that_agents_cannot_have_is_refused(String text) {
    assertThrows(WrongUsage.class, () -> UidRange.of(text));
  }
}
