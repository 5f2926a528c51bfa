package dev.bawn.launcher.mount;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartsSearchTest {

  @TempDir Path directory;

  @Test
  void finds_the_directories_above_each_repository() throws IOException {
    Path top = directory.toRealPath();
    for (String name : List.of(".git", "a/b/.git", "a/b/c/d/.git", "plain/x", "bare/refs")) {
      Files.createDirectories(top.resolve(name));
    }
    // in a bare repository everything is read-only
    for (String name : List.of("HEAD", "objects/", "sub/e/.git/")) {
      Files.createDirectories(top.resolve("z/bare").resolve(name));
      Files.createDirectories(top.resolve("z/bare/refs"));
    }
    Files.createDirectories(top.resolve("mod"));
    Files.writeString(top.resolve("mod/.git"), "gitdir: ../.git/modules/mod\n");
    List<Path> above =
        PartsSearch.below(
                top, java.util.Set.of(), MountGate.system(Path.of("/"), "/dev/null").orElseThrow())
            .above()
            .stream()
            .map(MountSource::path)
            .map(top::relativize)
            .toList();
    assertEquals(
        List.of("a", "a/b", "a/b/c", "a/b/c/d", "mod", "z"),
        above.stream().map(Path::toString).toList());
  }
}
