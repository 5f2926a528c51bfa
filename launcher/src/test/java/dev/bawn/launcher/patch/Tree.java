package dev.bawn.launcher.patch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The properties of a directory that git stores: one line for each file. */
final class Tree {

  private Tree() {}

  static List<String> of(Path top) throws IOException {
    try (Stream<Path> walk = Files.walk(top)) {
      return walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .map(path -> line(top.relativize(path).toString(), path))
          .sorted()
          .toList();
    }
  }

  private static String line(String name, Path path) {
    try {
      if (Files.isSymbolicLink(path)) {
        return line(name, "120000", Files.readSymbolicLink(path).toString());
      }
      String mode = Files.isExecutable(path) ? "100755" : "100644";
      return line(name, mode, new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String line(String name, String mode, String content) {
    return name + " " + mode + " " + content.replace("\n", "\\n");
  }
}
