package dev.bawn.contract.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that the digest of a tool's tree detects. */
class TreeDigestTest {

  @TempDir Path root;
  private Path tree;

  @BeforeEach
  void aTree() throws IOException {
    mode(root, "rwxr-xr-x");
    tree = Files.createDirectory(root.resolve("tree"));
    mode(Files.createDirectory(tree.resolve("bin")), "rwxr-xr-x");
    mode(tree, "rwxr-xr-x");
    mode(Files.writeString(tree.resolve("bin/tool"), "tool"), "rwxr-xr-x");
    mode(Files.writeString(tree.resolve("bin-data"), "data"), "rw-r--r--");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("bin/tool"));
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private TreeDigest digest() throws IOException {
    Uid me = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
    return TreeDigest.of(tree, new RootOwned(root, me));
  }

  @Test
  void it_is_made_of_lines_sorted_by_path() throws IOException {
    String lines =
        Sha256.ofText("data")
            + " 0644 bin-data\n"
            + Sha256.ofText("tool")
            + " 0755 bin/tool\n"
            + Sha256.ofText("bin/tool")
            + " link link\n";
    assertEquals(new TreeDigest(Sha256.ofText(lines), 3, 8), digest());
  }

  @Test
  void a_file_with_two_names_counts_once() throws IOException {
    Files.createLink(tree.resolve("bin/other"), tree.resolve("bin/tool"));
    assertEquals(4, digest().files());
    assertEquals(8, digest().bytes());
  }

  @Test
  void every_change_of_a_file_changes_it() throws IOException {
    TreeDigest before = digest();
    mode(tree.resolve("bin-data"), "rwxr-xr-x");
    assertNotEquals(before, digest());
    mode(tree.resolve("bin-data"), "rw-r--r--");
    assertEquals(before, digest());
    Files.move(tree.resolve("bin-data"), tree.resolve("data"));
    assertNotEquals(before, digest());
    Files.move(tree.resolve("data"), tree.resolve("bin-data"));
    Files.delete(tree.resolve("link"));
    Files.createSymbolicLink(tree.resolve("link"), Path.of("/etc/passwd"));
    assertNotEquals(before, digest());
  }

  @Test
  void what_others_could_write_is_refused() throws IOException {
    mode(tree.resolve("bin"), "rwxrwxrwx");
    Refused refused = assertThrows(Refused.class, this::digest);
    assertTrue(refused.what().contains("writable by others"), refused.what());
  }

  @Test
  void a_name_that_is_no_plain_text_is_refused() throws IOException {
    Files.writeString(tree.resolve("a\nb"), "");
    Refused refused = assertThrows(Refused.class, this::digest);
    assertTrue(refused.what().contains("is not plain UTF-8"), refused.what());
  }
}
