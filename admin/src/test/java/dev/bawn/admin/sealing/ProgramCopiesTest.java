package dev.bawn.admin.sealing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.recipe.Machine;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directories that sessions mount at /usr/bin. */
class ProgramCopiesTest {

  @TempDir Path root;
  private SystemLayout layout;
  private ProgramCopies copies;

  @BeforeEach
  void aMachineWithTwoPrograms() throws IOException {
    layout = new SystemLayout(root);
    copies = new ProgramCopies(layout);
    Files.createDirectories(layout.state());
    program("git", "git 1");
    program("dash", "dash 1");
  }

  private void program(String name, String content) throws IOException {
    Path file = layout.at("usr/bin/" + name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static AllowedCommand command(String name, String program, String content) {
    return new AllowedCommand(
        CommandName.of(name), "/usr/bin/" + program, Sha256.ofText(content), 1, 2, 3);
  }

  private static Machine machine(String... programs) {
    return new Machine(
        Stream.of(programs).map("/usr/bin/"::concat).toList(),
        new TreeMap<>(Map.of("/usr/bin/sh", "/usr/bin/dash", "/usr/sbin/sh", "/usr/bin/dash")),
        new LibraryList(new TreeSet<>(), new TreeSet<>()),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeMap<>(),
        List.of());
  }

  /** Returns the list of a policy directory with these programs. */
  private Path sealedWith(ProgramList list) throws IOException {
    Path file = layout.allGenerations().resolve("a.noir/1/programs");
    Files.createDirectories(file.getParent());
    return Files.write(file, list.write());
  }

  private Path shown(ProgramList list) {
    return layout.programs(list.id());
  }

  @Test
  void a_session_has_its_programs_and_their_other_names_and_nothing_else() throws IOException {
    ProgramList list = copies.lay(List.of(command("git", "git", "git 1")), machine("git", "dash"));
    try (Stream<Path> files = Files.list(shown(list))) {
      assertEquals(
          List.of("dash", "git", "sh"),
          files.map(f -> f.getFileName().toString()).sorted().toList());
    }
    assertEquals("git 1", Files.readString(shown(list).resolve("git")));
    assertEquals(Path.of("/usr/bin/dash"), Files.readSymbolicLink(shown(list).resolve("sh")));
    assertTrue(Files.isExecutable(shown(list).resolve("git")));
    assertEquals(list, ProgramList.read(list.write()));
  }

  @Test
  void equal_lists_share_a_directory_and_different_ones_their_programs() throws IOException {
    ProgramList one = copies.lay(List.of(), machine("git", "dash"));
    assertEquals(one, copies.lay(List.of(), machine("dash", "git")));
    ProgramList other = copies.lay(List.of(), machine("git"));
    assertTrue(Files.isSameFile(shown(one).resolve("git"), shown(other).resolve("git")));
  }

  @Test
  void a_program_that_was_updated_since_stays_the_one_that_was_sealed() throws IOException {
    AllowedCommand sealed = command("git", "git", "git 1");
    copies.lay(List.of(sealed), machine("git"));
    program("git", "git 2");
    ProgramList later = copies.lay(List.of(sealed), machine("git", "dash"));
    assertEquals("git 1", Files.readString(shown(later).resolve("git")));
  }

  @Test
  void a_program_of_which_no_sealed_copy_is_left_is_left_out_and_nothing_stays()
      throws IOException {
    List<ProgramList.Entry> withoutGit = List.of(new ProgramList.Link("sh", "/usr/bin/dash"));
    List<AllowedCommand> sealed = List.of(command("git", "git", "git 0"));
    assertEquals(withoutGit, copies.lay(sealed, machine("git")).entries());
    List<AllowedCommand> twice =
        List.of(command("git", "git", "git 0"), command("g", "git", "git 1"));
    assertEquals(withoutGit, copies.lay(twice, machine("git")).entries());
    copies.removeUnused();
    assertFalse(Files.exists(layout.programs()));
  }

  @Test
  void writing_to_the_original_does_not_reach_the_copy() throws IOException {
    ProgramList list = copies.lay(List.of(), machine("git"));
    Files.writeString(layout.at("usr/bin/git"), "evil!");
    assertEquals("git 1", Files.readString(shown(list).resolve("git")));
    assertEquals(0, Files.getLastModifiedTime(shown(list).resolve("git")).toMillis());
  }

  @Test
  void what_no_sealed_directory_names_goes() throws IOException {
    ProgramList kept = copies.lay(List.of(), machine("git"));
    ProgramList gone = copies.lay(List.of(), machine("dash"));
    Path sealed = sealedWith(kept);
    assertEquals(List.of(shown(gone)), copies.unused());
    copies.removeUnused();
    assertEquals(List.of(), copies.unused());
    assertFalse(Files.exists(shown(gone)));
    assertEquals("git 1", Files.readString(shown(kept).resolve("git")));
    Files.delete(sealed);
    copies.removeUnused();
    assertFalse(Files.exists(layout.programs()));
  }

  @Test
  void what_a_crash_left_half_made_is_replaced() throws IOException {
    Files.createDirectories(layout.programs().resolve(".next"));
    Files.writeString(layout.programs().resolve(".next/git"), "half");
    Files.createDirectories(layout.programs().resolve(".files"));
    Files.writeString(layout.programs().resolve(".files/.next"), "half");
    ProgramList list = copies.lay(List.of(), machine("git"));
    assertEquals("git 1", Files.readString(shown(list).resolve("git")));
  }

  @Test
  void a_kill_between_the_first_two_directories_is_tidied_up_and_gone_on_from() throws IOException {
    Files.createDirectory(layout.programs());
    Files.setPosixFilePermissions(layout.programs(), PosixFilePermissions.fromString("rwx------"));
    assertEquals(List.of(), copies.unused());
    copies.removeUnused();
    Files.createDirectory(layout.programs());
    Files.setPosixFilePermissions(layout.programs(), PosixFilePermissions.fromString("rwx------"));
    copies.lay(List.of(), machine("git"));
    assertEquals(
        "rwx--x--x",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(layout.programs())));
  }
}
