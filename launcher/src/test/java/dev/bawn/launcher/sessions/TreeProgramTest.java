package dev.bawn.launcher.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeProgramTest {

  @TempDir Path top;

  private Path directory(String name) throws IOException {
    return Files.createDirectories(top.resolve(name));
  }

  @Test
  void a_link_in_a_tree_leads_nowhere() throws IOException {
    Path secret = Files.writeString(top.resolve("secret"), "secret");
    Path tree = directory("tree");
    Path copy = directory("copy");
    Files.createSymbolicLink(tree.resolve("link"), secret);
    Files.createSymbolicLink(tree.resolve("up"), Path.of("../secret"));
    for (String link : List.of("link", "up")) {
      String said =
          TreeProgram.copying(
              tree,
              copy,
              List.of(
                  "/usr/bin/cp",
                  "-L",
                  tree.resolve(link).toString(),
                  copy.resolve(link).toString()));
      assertTrue(said.contains("No such file"), said);
      assertFalse(Files.exists(copy.resolve(link)));
    }
    Files.setPosixFilePermissions(
        secret, java.nio.file.attribute.PosixFilePermissions.fromString("r--------"));
    TreeProgram.changing(tree, List.of("/usr/bin/chmod", "u+rwx", tree.resolve("link").toString()));
    assertFalse(Files.isExecutable(secret));
  }

  @Test
  void it_writes_the_one_tree_and_not_the_other() throws IOException {
    Path tree = directory("tree");
    Path copy = directory("copy");
    Files.writeString(tree.resolve("file"), "content");
    assertEquals(
        "",
        TreeProgram.copying(
            tree,
            copy,
            List.of("/usr/bin/cp", "-a", tree.resolve("file").toString(), copy.toString())));
    assertEquals("content", Files.readString(copy.resolve("file")));
    String said =
        TreeProgram.copying(tree, copy, List.of("/usr/bin/touch", tree.resolve("new").toString()));
    assertTrue(said.contains("Read-only file system"), said);
  }

  private static String said(String script) {
    return TreeProgram.run(List.of("/bin/sh", "-c", script));
  }

  @Test
  void a_program_that_fails_or_is_killed_without_a_word_did_not_succeed() {
    assertEquals("", said("true"));
    assertEquals("no room", said("echo no room >&2; exit 1"));
    assertEquals("/bin/sh ended with status 3", said("exit 3"));
    assertEquals("/bin/sh ended with status 137", said("kill -9 $$"));
  }
}
