package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drafts of edited texts: a session chose the names of the files. */
final class EditedCopyTest {

  private static final EditedText EDITED = new EditedText(bytes("before"), bytes("after"));

  @TempDir Path directory;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String kept(String path) throws IOException {
    EditedCopy.keep(directory, RawPath.of(path), EDITED);
    List<Path> drafts = EditedCopy.drafts(directory);
    assertEquals(1, drafts.size());
    assertEquals(directory, drafts.getFirst().getParent());
    assertArrayEquals(bytes("after"), Files.readAllBytes(drafts.getFirst()));
    return drafts.getFirst().getFileName().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".vimrc",
        "-c",
        "+!id",
        "a b",
        "$(id)",
        ";id",
        "x\ny",
        "\u001b]0;x\u0007",
        "\u202ex",
        "é",
        "src/.exrc"
      })
  void a_draft_has_no_name_of_a_session_that_an_editor_or_a_shell_could_take_otherwise(String path)
      throws IOException {
    assertTrue(kept(path).matches("draft-[0-9a-f]{16}-of-a-file"), path);
  }

  @Test
  void a_draft_keeps_a_plain_name_of_a_file() throws IOException {
    assertTrue(kept("src/Main.java").matches("draft-[0-9a-f]{16}-Main\\.java"));
  }

  @Test
  void a_long_name_is_left_out() throws IOException {
    assertTrue(kept("x".repeat(250)).endsWith("-of-a-file"));
  }

  @Test
  void a_draft_is_written_through_no_link_and_over_no_other_draft() throws IOException {
    RawPath path = RawPath.of("list");
    String name = kept("list");
    Path outside = Files.writeString(directory.resolve("outside"), "mine");
    Files.delete(directory.resolve(name));
    Files.createSymbolicLink(directory.resolve(name), outside);
    EditedCopy.keep(directory, path, EDITED);
    EditedCopy.keep(directory, path, EDITED);
    assertEquals("mine", Files.readString(outside));
    assertEquals(
        List.of(name, name + ".2", name + ".3"),
        EditedCopy.drafts(directory).stream().map(each -> each.getFileName().toString()).toList());
  }
}
