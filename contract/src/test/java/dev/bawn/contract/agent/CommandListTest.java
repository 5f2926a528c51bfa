package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandListTest {

  private static final Sha256 DIGEST = Sha256.ofText("anything");

  private static final String TEXT =
      """
      git DIGEST 131187 3710432 1763719331123456789 /usr/bin/git
      [ DIGEST 131188 55720 1763719331123456790 /opt/with a space/[
      """
          .replace("DIGEST", DIGEST.hex());

  /** The command of the list's first line. */
  static final AllowedCommand GIT =
      new AllowedCommand(
          CommandName.of("git"),
          "/usr/bin/git",
          DIGEST,
          131_187,
          3_710_432,
          1_763_719_331_123_456_789L);

  private static final List<AllowedCommand> COMMANDS =
      List.of(
          GIT,
          new AllowedCommand(
              CommandName.of("["),
              "/opt/with a space/[",
              DIGEST,
              131_188,
              55_720,
              1_763_719_331_123_456_790L));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void is_written_as_its_format_shows_it_and_read_as_it_was_written() {
    assertEquals(TEXT, new String(CommandList.write(COMMANDS), StandardCharsets.UTF_8));
    assertEquals(COMMANDS, CommandList.read(bytes(TEXT)));
    assertArrayEquals(new byte[0], CommandList.write(CommandList.read(new byte[0])));
  }

  @ParameterizedTest
  @CsvSource({
    "131187 3710432, 131187",
    "3710432, many",
    "/usr/bin/git, git",
    "/usr/bin/git, /usr/../git",
    "'git ', '../git '",
    "'/usr/bin/git\n', /usr/bin/git",
    "'/usr/bin/git\n', '/usr/bin/git\n\n'",
  })
  void a_line_that_is_none_of_a_command_is_refused(String text, String instead) {
    String first = TEXT.substring(0, TEXT.indexOf('\n') + 1);
    byte[] changed = bytes(first.replace(text, instead));
    Refused refused = assertThrows(Refused.class, () -> CommandList.read(changed));
    assertEquals("commands:", refused.what().substring(0, "commands:".length()));
  }

  @Test
  void a_changed_list_is_refused_or_is_the_file_of_one() throws Exception {
    Fuzz.of("commands", TEXT)
        .isReadOrRefused(
            bytes -> {
              List<AllowedCommand> read = CommandList.read(bytes);
              assertEquals(read, CommandList.read(CommandList.write(read)));
            },
            Refused.class);
  }
}
