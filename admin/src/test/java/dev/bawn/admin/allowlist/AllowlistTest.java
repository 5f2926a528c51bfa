package dev.bawn.admin.allowlist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the program of a command, and refuses programs that an agent must not have. */
class AllowlistTest {

  @TempDir private Path root;
  private Allowlist allowlist;

  @BeforeEach
  void makeMachine() throws IOException {
    for (String directory :
        List.of("usr/bin", "usr/sbin", "usr/local/bin", "usr/local/sbin", "home/alice")) {
      Files.createDirectories(root.resolve(directory));
    }
    Uid me = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
    SystemLayout layout = new SystemLayout(root);
    RootOwned owned = new RootOwned(root, me);
    allowlist =
        new Allowlist(
            layout,
            owned,
            new ToolStore(layout, owned),
            new ToolDefinitions(layout, root.resolve("usr/lib/bawn"), owned));
  }

  private Path program(String path, String content, String permissions) throws IOException {
    Path file = root.resolve(path);
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Refused refused(String name) {
    return assertThrows(Refused.class, () -> allowlist.find(CommandName.of(name)));
  }

  @Test
  void a_link_is_followed_to_the_program_that_is_sealed() throws IOException {
    program("usr/bin/mawk", "ELF", "rwxr-xr-x");
    Files.createSymbolicLink(root.resolve("usr/bin/awk"), Path.of("mawk"));
    assertEquals("/usr/bin/mawk", allowlist.find(CommandName.of("awk")).command().target());
  }

  @Test
  void a_script_brings_its_interpreter() throws IOException {
    program("usr/bin/python3.13", "ELF", "rwxr-xr-x");
    Files.createSymbolicLink(root.resolve("usr/bin/python3"), Path.of("python3.13"));
    program("usr/bin/tool", "#!/usr/bin/python3 -I\n", "rwxr-xr-x");
    assertEquals(List.of("/usr/bin/python3.13"), allowlist.find(CommandName.of("tool")).brings());
  }

  @Test
  void a_script_of_env_brings_env_and_the_interpreter_that_env_finds() throws IOException {
    program("usr/bin/env", "ELF", "rwxr-xr-x");
    program("usr/bin/node", "ELF", "rwxr-xr-x");
    program("usr/bin/tool", "#!/usr/bin/env -S node --quiet\n", "rwxr-xr-x");
    assertEquals(
        List.of("/usr/bin/env", "/usr/bin/node"), allowlist.find(CommandName.of("tool")).brings());
  }

  @Test
  void a_script_is_refused_when_its_interpreter_is_not_installed() throws IOException {
    program("usr/bin/tool", "#!/usr/bin/ruby\n", "rwxr-xr-x");
    assertTrue(refused("tool").what().contains("/usr/bin/ruby"));
  }

  @Test
  void a_script_in_a_tree_below_share_is_allowed() throws IOException {
    Files.createDirectories(root.resolve("usr/share/maven/bin"));
    program("usr/bin/dash", "ELF", "rwxr-xr-x");
    Path mvn = program("usr/share/maven/bin/mvn", "#!/usr/bin/dash\n", "rwxr-xr-x");
    Files.createSymbolicLink(root.resolve("usr/bin/mvn"), mvn);
    assertEquals(
        "/usr/share/maven/bin/mvn", allowlist.find(CommandName.of("mvn")).command().target());
  }

  @Test
  void a_setuid_program_is_refused() throws IOException {
    Path sudo = program("usr/bin/sudo", "ELF", "rwxr-xr-x");
    Files.setAttribute(sudo, "unix:mode", 04755);
    assertTrue(refused("sudo").what().contains("setuid"));
  }

  @Test
  void a_program_that_others_can_write_is_refused() throws IOException {
    program("usr/bin/tool", "ELF", "rwxrwxr-x");
    assertTrue(refused("tool").what().contains("writable by others"));
  }

  @Test
  void a_link_that_leaves_the_places_for_programs_is_refused() throws IOException {
    program("home/alice/tool", "ELF", "rwxr-xr-x");
    Files.createSymbolicLink(root.resolve("usr/bin/tool"), root.resolve("home/alice/tool"));
    assertTrue(refused("tool").what().contains("/home/alice/tool"));
  }

  @Test
  void a_directory_or_a_file_that_cannot_run_is_refused() throws IOException {
    Files.createDirectory(root.resolve("usr/bin/directory"));
    program("usr/bin/text", "words", "rw-r--r--");
    refused("directory");
    refused("text");
  }

  @Test
  void a_command_that_is_not_installed_is_not_found() {
    assertThrows(NotFound.class, () -> allowlist.find(CommandName.of("nonesuch")));
    assertFalse(allowlist.isInstalled(CommandName.of("nonesuch")));
  }

  @Test
  void the_hint_of_a_missing_command_names_the_command_to_install() throws IOException {
    program("usr/bin/git", "ELF", "rwxr-xr-x");
    CommandName name = CommandName.of("gitt");
    assertEquals(
        "did you mean git? check the spelling, or install gitt first",
        assertThrows(NotFound.class, () -> allowlist.find(name)).hint());
  }

  @Test
  void the_network_isolated_set_is_the_standard_one_without_what_reaches_out() {
    List<CommandName> standard = CommandSets.of(Profile.STANDARD);
    List<CommandName> isolated = CommandSets.of(Profile.NETWORK_ISOLATED);
    assertTrue(standard.containsAll(isolated));
    assertEquals(
        List.of("curl", "wget", "git"),
        standard.stream().filter(name -> !isolated.contains(name)).map(CommandName::text).toList());
    assertTrue(isolated.containsAll(CommandSets.of(Profile.READ_ONLY)));
    assertTrue(CommandSets.of(Profile.DEVELOPER).containsAll(standard));
  }
}
