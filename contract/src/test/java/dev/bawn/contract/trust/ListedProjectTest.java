package dev.bawn.contract.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListedProjectTest {

  private static final ProjectId APP = ProjectId.of("app");

  @TempDir Path root;

  private static Assignment assignment(List<String> masks, List<String> shown, String repository) {
    return new Assignment(
        APP,
        ProjectPath.of("/home/op/app"),
        new Uid(1000),
        Optional.of(new Repository(repository)),
        "",
        Workspace.MIRROR,
        APP,
        masks,
        shown);
  }

  private static ListedProject listed(Assignment assignment) {
    return new ListedProject(
        Sha256.ofText("a list"),
        ListedProject.decided(assignment),
        "bawn-admin-1.jar",
        List.of("/usr/bin/env", "-i", "", "two words"));
  }

  private Optional<ListedProject> read(byte[] content) throws IOException {
    Path file = new SystemLayout(root).listed(APP);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Uid me = new Uid((Integer) Files.getAttribute(root, "unix:uid"));
    return ListedProject.read(new SystemLayout(root), APP, new RootOwned(root, me));
  }

  @Test
  void what_is_written_is_read() throws IOException {
    ListedProject written = listed(assignment(List.of(), List.of(), "none"));
    assertEquals(Optional.of(written), read(written.bytes()));
  }

  @Test
  void a_file_that_is_cut_or_empty_is_none() throws IOException {
    byte[] whole = listed(assignment(List.of(), List.of(), "none")).bytes();
    assertEquals(Optional.empty(), read(new byte[0]));
    assertEquals(Optional.empty(), read("no digest\0a\0b\0c\0".getBytes()));
    assertEquals(Optional.empty(), read(java.util.Arrays.copyOf(whole, whole.length - 1)));
  }

  @Test
  void a_file_of_another_user_is_none() throws IOException {
    ListedProject written = listed(assignment(List.of(), List.of(), "none"));
    read(written.bytes());
    RootOwned others = new RootOwned(root, new Uid(4711));
    assertEquals(Optional.empty(), ListedProject.read(new SystemLayout(root), APP, others));
  }

  @Test
  void it_counts_as_long_as_root_has_decided_the_same() {
    Assignment app = assignment(List.of("*.key"), List.of("lib"), "/home/op/app");
    ListedProject listed = listed(app);
    assertTrue(listed.isOf(app));
    assertFalse(listed.isOf(assignment(List.of(), List.of("lib"), "/home/op/app")));
    assertFalse(listed.isOf(assignment(List.of("*.key"), List.of(), "/home/op/app")));
    assertFalse(listed.isOf(assignment(List.of("*.key"), List.of("lib"), "none")));
    assertFalse(listed.isOf(app.of(new Uid(9)).withRepository(new Repository("none"))));
  }
}
