package dev.bawn.launcher.mount;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A home with a directory {@code work}, which sessions can write to, and a home without. */
final class MountGateTest {

  @TempDir Path root;
  private Path home;
  private Path work;
  private Path other;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void aHome() throws IOException {
    home = Files.createDirectories(root.toRealPath().resolve("home"));
    work = Files.createDirectories(home.resolve("work"));
    other = Files.createDirectories(home.resolve("other"));
  }

  private MountGate gate(Optional<EarlierSession> earlier) {
    return MountGate.of(
        home,
        new PrivateDirectories(List.of(home.resolve(".local/state/bawn"))),
        new SessionWritable(() -> List.of(work)),
        earlier);
  }

  private MountGate gate() {
    return gate(Optional.empty());
  }

  private MountGate again(MountSource... before) {
    return gate(
        Optional.of(new EarlierSession("one", Optional.of(RecordedSources.of(List.of(before))))));
  }

  private static String refusal(org.junit.jupiter.api.function.Executable what) {
    return assertThrows(Refused.class, what).what();
  }

  @Test
  void a_link_is_followed_unless_a_session_could_have_made_it() throws IOException {
    Path made = Files.createSymbolicLink(home.resolve("made"), other);
    assertEquals(other, gate().named(made, Purpose.READ_ONLY).path());
    Path planted = Files.createSymbolicLink(work.resolve("planted"), other);
    assertEquals(
        "'" + planted + "' is a symbolic link, and a session could write " + work,
        refusal(() -> gate().named(planted, Purpose.READ_ONLY)));
  }

  @Test
  void a_link_in_the_middle_of_a_path_counts_as_one_at_its_end() throws IOException {
    Files.createDirectories(other.resolve("deep"));
    Files.createSymbolicLink(work.resolve("planted"), other);
    Path first = Files.createSymbolicLink(home.resolve("first"), Path.of("work/../work/planted"));
    assertTrue(
        refusal(() -> gate().named(first.resolve("deep"), Purpose.WRITABLE))
            .startsWith("'" + work.resolve("planted") + "' is a symbolic link"));
    Files.createSymbolicLink(work.resolve("loop"), Path.of("loop"));
    assertThrows(IOException.class, () -> gate().named(work.resolve("loop"), Purpose.READ_ONLY));
  }

  @Test
  void what_could_be_replaced_must_be_what_it_was() throws IOException {
    Path share = Files.createDirectories(work.resolve("share"));
    MountSource before = gate().named(share, Purpose.WRITABLE);
    assertEquals(share, again(before).named(share, Purpose.WRITABLE).path());
    Files.move(share, work.resolve("moved"));
    Files.createDirectories(share);
    assertEquals(
        "'" + share + "' was replaced since the session one began",
        refusal(() -> again(before).named(share, Purpose.WRITABLE)));
    assertTrue(
        refusal(() ->
                gate(Optional.of(new EarlierSession("one", Optional.empty())))
                    .named(share, Purpose.WRITABLE))
            .startsWith("the session one was stored by an older bawn"));
    // elsewhere, a file that is replaced by rename is another file
    Path file = Files.writeString(other.resolve("file"), "");
    MountSource saved = gate().named(file, Purpose.READ_ONLY);
    Files.move(file, other.resolve("old"));
    Files.writeString(file, "");
    assertEquals(file, again(saved).named(file, Purpose.READ_ONLY).path());
  }

  @Test
  void what_leads_to_where_a_session_writes_is_not_shown_by_itself() throws IOException {
    Files.writeString(work.resolve("versions"), "");
    Path linked =
        Files.createSymbolicLink(home.resolve(".tool-versions"), work.resolve("versions"));
    assertEquals(Optional.empty(), gate().found(linked, Purpose.TOOLCHAIN, warnings));
    assertEquals(
        List.of(
            linked
                + " is not shown: it leads to '"
                + work.resolve("versions")
                + "', and a session could write "
                + work),
        warnings);
    // without a link, the path is used unchanged
    Path plain = Files.createDirectories(work.resolve("bin"));
    assertTrue(gate().found(plain, Purpose.TOOLCHAIN, warnings).isPresent());
  }

  @Test
  void what_is_hidden_is_hidden_under_every_name_and_in_every_project() throws IOException {
    Files.createDirectories(other.resolve("ssh"));
    Files.createDirectories(other.resolve("vault"));
    Files.createSymbolicLink(home.resolve(".ssh"), Path.of("other/ssh"));
    MountGate gate = gate().hiding(List.of(".ssh", "other/vault", "other/later", "none/none"));
    assertEquals(
        List.of(Path.of("ssh"), Path.of("vault"), Path.of("later")),
        gate.hiddenIn(gate.project(other)));
    assertEquals(
        "'" + other.resolve("ssh") + "' is not a project: ~/.ssh is hidden",
        refusal(() -> gate.hiddenIn(gate.project(other.resolve("ssh")))));
    for (Path path : List.of(other, other.resolve("ssh"), home, other.resolve("vault"))) {
      assertTrue(
          refusal(() -> gate.named(path, Purpose.READ_ONLY))
              .endsWith(" is hidden from every session"),
          path.toString());
    }
    assertEquals(work, gate.named(work, Purpose.READ_ONLY).path());
  }

  @Test
  void an_identity_is_what_stat_says() throws IOException {
    Object inode = Files.getAttribute(other, "unix:ino");
    Object device = Files.getAttribute(other, "unix:dev");
    assertEquals(
        Long.toHexString((Long) device) + ":" + Long.toHexString((Long) inode),
        Identity.of(other).text());
  }
}
