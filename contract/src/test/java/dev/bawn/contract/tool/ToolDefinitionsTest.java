package dev.bawn.contract.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The users who may define a tool, and the precedence of definitions. */
class ToolDefinitionsTest {

  private static final CommandName TOOL = CommandName.of("tool");

  @TempDir Path root;
  private Path yours;
  private ToolDefinitions everybodys;
  private ToolDefinitions definitions;

  @BeforeEach
  void aMachineAndAPerson() throws IOException {
    World world = new World(root);
    yours = Files.createDirectories(root.resolve("home/alice/.config/bawn/tools.d"));
    everybodys =
        new ToolDefinitions(world.layout(), world.installation().library(), world.rootOwned());
    definitions = everybodys.with(yours, files(me()));
    define(world.installation().library().resolve("tools"), "tool", "as it came");
  }

  private Uid me() throws IOException {
    return new Uid((Integer) Files.getAttribute(root, "unix:uid"));
  }

  private PersonalFiles files(Uid person) {
    return new PersonalFiles(person, new SystemLayout(root));
  }

  private static void define(Path directory, String name, String label) throws IOException {
    World.write(
        directory.resolve(name + ".toml"),
        """
        format = 1
        label = "%s"
        rank = 1
        command = "tool"
        [prompt]
        interactive = []
        once = []
        """
            .formatted(label));
  }

  private void refused(String sentence, String hint) {
    Refused refused = assertThrows(Refused.class, () -> definitions.of(TOOL));
    assertEquals(sentence, refused.what());
    assertEquals(hint, refused.hint());
  }

  @Test
  void yours_come_before_roots_and_those_before_the_ones_that_came_with_bawn() throws IOException {
    assertEquals("as it came", definitions.of(TOOL).label());
    assertEquals(Optional.of(DefinitionOrigin.BAWN), definitions.origin(TOOL));
    define(root.resolve("etc/bawn/tools.d"), "tool", "root's");
    assertEquals("root's", definitions.of(TOOL).label());
    assertEquals(Optional.of(DefinitionOrigin.ROOT), definitions.origin(TOOL));
    define(yours, "tool", "yours");
    define(yours, "other", "another");
    assertEquals("yours", definitions.of(TOOL).label());
    assertEquals(Optional.of(DefinitionOrigin.YOURS), definitions.origin(TOOL));
    assertEquals(Optional.of(yours.resolve("tool.toml")), definitions.file(TOOL));
    assertEquals(
        List.of("another", "yours"),
        definitions.all().stream().map(ToolDefinition::label).toList());
    // agent sessions never use them
    assertEquals("root's", everybodys.of(TOOL).label());
    assertEquals(1, everybodys.all().size());
  }

  @Test
  void a_mistake_in_yours_is_told_with_its_line() throws IOException {
    World.write(
        yours.resolve("tool.toml"), "format = 1\nlabel = \"x\"\nrank = 1\ncomand = \"x\"\n");
    String file = yours.resolve("tool.toml").toString();
    refused(
        file + ": the keys 'command', 'prompt.interactive', 'prompt.once' are missing",
        "unknown key 'comand': did you mean 'command'?");
    World.write(yours.resolve("tool.toml"), "label = \"x\"\n[prompt]\nonce = []\n");
    refused(
        file + ": the keys 'format', 'rank', 'command', 'prompt.interactive' are missing",
        "for an example, see: man bawn-tool");
    define(yours, "tool", "x");
    Files.writeString(
        yours.resolve("tool.toml"), "prepar = []\n" + Files.readString(yours.resolve("tool.toml")));
    refused(file + ":1: unknown key 'prepar'", "did you mean 'prepare'?");
  }

  @Test
  void a_file_of_yours_has_no_other_name() throws IOException {
    define(yours, "tool", "yours");
    Path file = yours.resolve("tool.toml");
    Path other = Files.createLink(root.resolve("home/alice/other.toml"), file);
    refused(
        file + " has several hard links, and a session could write the file by another one",
        "make it a file of its own: cp -p %1$s %1$s.new && mv %1$s.new %1$s".formatted(file));
    Files.delete(other);
    assertEquals("yours", definitions.of(TOOL).label());
  }

  @Test
  void yours_are_yours_alone() throws IOException {
    define(yours, "tool", "yours");
    Path file = yours.resolve("tool.toml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    refused(
        file + " can be written by other users, so bawn does not trust it",
        "run: chmod go-w " + file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(yours, PosixFilePermissions.fromString("rwxrwxrwx"));
    refused(
        yours + " can be written by other users, so bawn does not trust it",
        "run: chmod go-w " + yours);
    Files.setPosixFilePermissions(yours, PosixFilePermissions.fromString("rwxr-xr-x"));
    definitions = everybodys.with(yours, files(new Uid(me().number() + 1)));
    refused(yours + " belongs to another user", "see: ls -ld " + yours);
  }

  @Test
  void a_group_that_you_alone_are_in_may_write_them() throws IOException {
    define(yours, "tool", "yours");
    Files.setPosixFilePermissions(
        yours.resolve("tool.toml"), PosixFilePermissions.fromString("rw-rw-r--"));
    Object gid = Files.getAttribute(yours.resolve("tool.toml"), "unix:gid");
    String account = "alice:x:%s:%s::/home/alice:/bin/sh\n".formatted(me(), gid);
    World.write(root.resolve("etc/passwd"), account);
    World.write(root.resolve("etc/group"), "alice:x:" + gid + ":\n");
    assertEquals("yours", definitions.of(TOOL).label());
    World.write(root.resolve("etc/group"), "alice:x:" + gid + ":bob\n");
    assertThrows(Refused.class, () -> definitions.of(TOOL));
    World.write(root.resolve("etc/group"), "alice:x:" + gid + ":\n");
    World.write(
        root.resolve("etc/passwd"), account + "bob:x:4711:" + gid + "::/home/bob:/bin/sh\n");
    assertThrows(Refused.class, () -> definitions.of(TOOL));
    World.write(root.resolve("etc/passwd"), "");
    assertThrows(Refused.class, () -> definitions.of(TOOL));
  }

  @Test
  void a_link_defines_nothing() throws IOException {
    Path project = Files.createDirectories(root.resolve("home/alice/app"));
    define(project, "tool", "the project's");
    Files.createSymbolicLink(yours.resolve("tool.toml"), project.resolve("tool.toml"));
    refused(
        yours.resolve("tool.toml") + " is a symbolic link, which bawn does not follow",
        "replace the link with its target");
    Files.delete(yours.resolve("tool.toml"));
    Files.createSymbolicLink(yours.resolve("tool.toml"), Path.of("/nowhere"));
    refused(
        yours.resolve("tool.toml") + " is a symbolic link, which bawn does not follow",
        "replace the link with its target");
  }
}
