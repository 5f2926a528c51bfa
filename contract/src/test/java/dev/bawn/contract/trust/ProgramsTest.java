package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** V7, the programs that an agent may run, and V9, the programs that a start needs. */
class ProgramsTest {

  private static final Path LIBEXEC = Path.of("../libexec");

  /** A file in the directory of the script, as perl, sh and bash name it. */
  private static final Pattern BESIDE =
      Pattern.compile("\"(?:\\$\\{beside}|\\$lib/|\\$\\{BASH_SOURCE\\[0]%/\\*}/)([a-z-]+)\"");

  @TempDir Path root;
  private World world;
  private Path git;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    git = world.layout().at("usr/bin/git");
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private void seal(Pin pin) throws IOException {
    String text = world.manifestText().replace("pin = \"warn\"", "pin = \"" + pin.word() + "\"");
    world.sign(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void v7_warns_of_a_program_that_changed_since_it_was_sealed() throws IOException {
    World.write(git, "another git");
    Finding finding = world.finding(VerificationStep.V7);
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertTrue(finding.sentence().contains("git; run: sudo bawn-admin reseal a.noir"));
  }

  @Test
  void v7_refuses_a_changed_program_where_programs_are_pinned() throws IOException {
    seal(Pin.STRICT);
    world.check();
    World.write(git, "another git");
    Broken.at(VerificationStep.V7, "programs changed since they were signed: git", world::check);
  }

  @Test
  void v7_takes_a_program_whose_inode_changed_and_whose_content_did_not() throws IOException {
    seal(Pin.STRICT);
    Path copy = Files.copy(git, git.resolveSibling("copy"));
    Files.move(copy, git, StandardCopyOption.REPLACE_EXISTING);
    assertEquals(Finding.Strength.HOLDS, world.finding(VerificationStep.V7).strength());
  }

  @Test
  void v7_sees_a_change_whose_modification_time_was_set_back() throws IOException {
    seal(Pin.STRICT);
    FileTime before = Files.getLastModifiedTime(git);
    World.write(git, "tig");
    Files.setLastModifiedTime(git, before);
    Broken.at(VerificationStep.V7, "programs changed since they were signed: git", world::check);
  }

  @Test
  void v7_warns_of_a_program_that_is_missing_since_its_copy_still_runs() throws IOException {
    Files.delete(git);
    Finding finding = world.finding(VerificationStep.V7);
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertEquals(
        "programs are missing: git; install them, or: sudo bawn-admin restrict a.noir git",
        finding.sentence());
    assertEquals("programs are missing: git", finding.what());
    assertEquals(
        List.of("# install them, or:", "sudo bawn-admin restrict a.noir git"), finding.hint());
  }

  @Test
  void v7_refuses_a_missing_program_where_programs_are_pinned() throws IOException {
    seal(Pin.STRICT);
    Files.delete(git);
    BrokenLink link = Broken.at(VerificationStep.V7, "programs are missing: git", world::check);
    assertEquals("install them, or: sudo bawn-admin restrict a.noir git", link.hint());
  }

  @Test
  void v7_refuses_a_program_elsewhere_that_others_can_write_or_that_is_gone() throws IOException {
    Path tool = world.layout().at("usr/local/bin/tool");
    World.write(tool, "tool");
    world.sealed(manifest -> manifest.withCommands(List.of(elsewhere(tool))));
    world.check();
    mode(tool, "rwxrwxrwx");
    Broken.at(VerificationStep.V7, "the program of tool cannot be trusted", world::check);
    Files.delete(tool);
    Broken.at(VerificationStep.V7, "tool is missing", world::check);
  }

  private static AllowedCommand elsewhere(Path program) {
    try {
      FileIdentity now = FileIdentity.of(program);
      return new AllowedCommand(
          CommandName.of("tool"),
          "/usr/local/bin/tool",
          Sha256.of(Files.readAllBytes(program)),
          now.ino(),
          now.size(),
          now.ctimeNs());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void checkWhole() {
    world.check(new Request(World.NOIR, World.ALICE, Optional.empty(), Depth.WHOLE));
  }

  private Path copyOfGit() throws IOException {
    return world.programs(world.manifest()).resolve("git");
  }

  @Test
  void v7_refuses_a_copy_that_was_written_to_or_that_others_can_write() throws IOException {
    Path copy = copyOfGit();
    mode(copy, "rwxrwxrwx");
    Broken.at(VerificationStep.V7, "a signed program was changed", world::check);
    mode(copy, "rwxr-xr-x");
    world.check();
    Files.writeString(copy, "tig");
    Broken.at(VerificationStep.V7, "a signed program was changed", world::check);
    Files.setLastModifiedTime(copy, FileTime.fromMillis(0));
    world.check();
    Broken.at(VerificationStep.V7, "a signed program was changed", this::checkWhole);
    Files.writeString(copy, "longer than it was");
    Files.setLastModifiedTime(copy, FileTime.fromMillis(0));
    Broken.at(VerificationStep.V7, "a signed program was changed", world::check);
    Files.delete(copy);
    Broken.at(VerificationStep.V7, "a signed program was changed", world::check);
    Files.createSymbolicLink(copy, git);
    Broken.at(VerificationStep.V7, "a signed program was changed", world::check);
  }

  @Test
  void v7_refuses_a_program_beside_the_sealed_ones() throws IOException {
    World.write(copyOfGit().resolveSibling("curl"), "curl");
    Broken.at(VerificationStep.V7, "a program that root did not sign was found", world::check);
  }

  @Test
  void v7_refuses_a_directory_of_programs_that_others_can_write() throws IOException {
    mode(copyOfGit().getParent(), "rwxrwxrwx");
    Broken.at(VerificationStep.V7, "its programs cannot be trusted", world::check);
  }

  @Test
  void v7_refuses_a_command_that_was_never_allowed() throws IOException {
    Files.createSymbolicLink(world.generation().bin().resolve("curl"), Path.of("/usr/bin/curl"));
    Broken.at(
        VerificationStep.V7,
        "the directory of commands has a command that root did not allow: curl",
        world::check);
  }

  @Test
  void v7_refuses_a_command_that_leads_elsewhere_or_is_gone() throws IOException {
    Path link = world.generation().bin().resolve("git");
    Files.delete(link);
    Broken.at(
        VerificationStep.V7,
        "the command git is not the link to the program that root signed",
        world::check);
    Files.createSymbolicLink(link, Path.of("/usr/bin/bash"));
    Broken.at(
        VerificationStep.V7,
        "the command git is not the link to the program that root signed",
        world::check);
    Files.delete(link);
    Files.copy(git, link);
    Broken.at(
        VerificationStep.V7,
        "the command git is not the link to the program that root signed",
        world::check);
  }

  @Test
  void v9_verifies_each_script_that_a_starter_runs_or_reads() throws IOException {
    Set<String> starters = new TreeSet<>();
    Set<String> named = new TreeSet<>();
    for (Path starter : world.installation().starters()) {
      String name = starter.getFileName().toString();
      starters.add(name);
      BESIDE
          .matcher(Files.readString(LIBEXEC.resolve(name)))
          .results()
          .forEach(match -> named.add(match.group(1)));
    }
    assertTrue(
        named.containsAll(Set.of("agent-sandbox", "handover", "stop-all")), named.toString());
    named.removeAll(starters);
    assertEquals(Set.of(), named);
  }

  @Test
  void v9_refuses_what_is_missing() throws IOException {
    for (Path starter : world.installation().starters()) {
      String content = Files.readString(starter);
      Files.delete(starter);
      Broken.at(VerificationStep.V9, starter.getFileName() + " is missing", world::check);
      World.write(starter, content);
    }
    Files.delete(world.installation().bubblewrap());
    Broken.at(VerificationStep.V9, "bubblewrap is not installed", world::check);
    Files.delete(world.installation().sudo());
    Broken.at(VerificationStep.V9, "sudo is not installed", world::check);
  }

  @Test
  void v9_refuses_an_entry_point_or_a_filter_that_others_can_write() throws IOException {
    mode(world.installation().jitFilter(), "rw-r--rw-");
    Broken.at(VerificationStep.V9, "jit.bpf is writable by others", world::check);
    mode(world.installation().filters().getFirst(), "rw-r--rw-");
    Broken.at(VerificationStep.V9, "session.bpf is writable by others", world::check);
    mode(world.installation().library(), "rwxrwxr-x");
    Broken.at(VerificationStep.V9, "bawn is writable by others", world::check);
  }

  @Test
  void v9_refuses_a_part_of_the_start_that_others_can_write() throws IOException {
    mode(world.installation().library().resolve("session"), "rwxrwxr-x");
    Broken.at(VerificationStep.V9, "session is writable by others", world::check);
  }

  @Test
  void v9_refuses_a_setuid_bubblewrap() throws IOException {
    Files.setAttribute(world.installation().bubblewrap(), "unix:mode", 04755);
    Broken.at(VerificationStep.V9, "is setuid", world::check);
  }

  @Test
  void v9_refuses_a_bubblewrap_without_the_options_of_recipes() throws IOException {
    World.write(world.installation().bubblewrap(), "… --unshare-user …");
    Broken.at(VerificationStep.V9, "this bubblewrap is too old", world::check);
  }
}
