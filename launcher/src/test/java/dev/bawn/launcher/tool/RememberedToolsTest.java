package dev.bawn.launcher.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that a user named once. */
class RememberedToolsTest {

  private static final CommandName TOOL = CommandName.of("tool");

  @TempDir Path state;
  private Path directory;
  private RememberedTools remembered;

  @BeforeEach
  void somebody() throws IOException {
    directory = state.resolve("bawn/tools");
    remembered = RememberedTools.in(Map.of("XDG_STATE_HOME", state.toString()), files(me()));
  }

  private PersonalFiles files(Uid person) {
    return new PersonalFiles(person, new SystemLayout(state));
  }

  private Uid me() throws IOException {
    return new Uid((Integer) Files.getAttribute(state, "unix:uid"));
  }

  @Test
  void are_known_until_they_are_forgotten() {
    assertEquals(Optional.empty(), remembered.program(TOOL));
    assertFalse(remembered.forget(TOOL));
    assertTrue(remembered.remember(TOOL, Path.of("/opt/one")));
    assertTrue(remembered.remember(TOOL, Path.of("/opt/a b/two")));
    assertFalse(remembered.remember(TOOL, Path.of("/opt/a b/two")));
    assertFalse(remembered.remember(TOOL, Path.of("/opt/line\nbreak")));
    assertEquals(Optional.of(Path.of("/opt/a b/two")), remembered.program(TOOL));
    assertEquals(List.of(TOOL), List.copyOf(remembered.tools()));
    assertTrue(remembered.forget(TOOL));
    assertEquals(Optional.empty(), remembered.program(TOOL));
  }

  @Test
  void are_not_believed_where_others_could_have_written_them() throws IOException {
    remembered.remember(TOOL, Path.of("/opt/one"));
    Path file = directory.resolve("tool");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
    refused(file + " can be written by other users, so bawn does not trust it");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    refused(directory + " can be written by other users, so bawn does not trust it");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    remembered =
        RememberedTools.in(
            Map.of("XDG_STATE_HOME", state.toString()), files(new Uid(me().number() + 1)));
    refused(directory + " belongs to another user");
  }

  @Test
  void are_no_links_and_no_other_texts() throws IOException {
    remembered.remember(TOOL, Path.of("/opt/one"));
    Path file = directory.resolve("tool");
    Files.writeString(file, "relative\n");
    refused(file + " does not contain the path of a program");
    assertTrue(remembered.remember(TOOL, Path.of("/opt/one")));
    assertEquals(Optional.of(Path.of("/opt/one")), remembered.program(TOOL));
    Files.writeString(state.resolve("elsewhere"), "/opt/other\n");
    Files.delete(file);
    Files.createSymbolicLink(file, state.resolve("elsewhere"));
    refused(file + " is a symbolic link, which bawn does not follow");
  }

  private void refused(String sentence) {
    assertEquals(sentence, assertThrows(Refused.class, () -> remembered.program(TOOL)).what());
  }
}
