package dev.bawn.launcher.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.mount.Sources;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths at which a session can mount a share. */
final class MountPointsTest {

  private static final Path PROJECT = Path.of("/home/alice/app");

  private final MountPoints room =
      new MountPoints(
          List.of(Path.of("/usr"), Path.of("/opt"), Path.of("/home/alice/.nvm")),
          Path.of("/home/agent"),
          PROJECT,
          PROJECT);

  private void take(String from, String at) {
    Share share = new Share(Sources.at(from), Path.of(at), Share.Manner.READ_ONLY);
    assertEquals(List.of(share), room.take(List.of(share)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/x", "/work/y", "/tmp/x", "/home/alice/lib", "/dev/shm/x", "/etc/krb5.conf"})
  void there_is_room_where_the_session_has_nothing(String at) {
    take("/srv/x", at);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/usr/share/doc", "/opt/x", "/home/alice/.nvm/versions", "/home/alice"})
  void what_lies_in_something_that_is_seen_as_it_is_can_be_shown_at_its_own_place(String place) {
    take(place, place);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/home",
        "/home/agent",
        "/home/agent/x",
        "/home/alice",
        "/home/alice/app",
        "/proc",
        "/proc/1",
        "/dev",
        "/run",
        "/usr/x",
        "/opt",
        "/home/alice/.nvm/x"
      })
  void nothing_is_hidden_and_nothing_made_where_a_session_has_its_own(String at) {
    assertThrows(Refused.class, () -> take("/srv/x", at));
  }

  @Test
  void a_workspace_cannot_be_where_nothing_can_be_made() {
    room.requireWorkspace();
    MountPoints below =
        new MountPoints(
            List.of(Path.of("/opt")), Path.of("/home/agent"), Path.of("/opt/app"), PROJECT);
    assertThrows(Refused.class, below::requireWorkspace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/home/alice/app", "/home/alice"})
  void a_project_that_is_seen_elsewhere_is_not_writable_at_its_own_place(String place) {
    MountPoints elsewhere =
        new MountPoints(List.of(), Path.of("/home/agent"), Path.of("/work/app-1"), PROJECT);
    Share read = new Share(Sources.at(place), Path.of(place), Share.Manner.READ_ONLY);
    Share write = new Share(Sources.at(place), Path.of(place), Share.Manner.WRITABLE);
    assertEquals(List.of(read), elsewhere.take(List.of(read)));
    assertThrows(Refused.class, () -> elsewhere.take(List.of(write)));
  }
}
