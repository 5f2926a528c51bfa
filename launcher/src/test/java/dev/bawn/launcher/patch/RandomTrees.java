package dev.bawn.launcher.patch;

import dev.bawn.launcher.review.Overlaid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** A random project, and a session that changed it. */
final class RandomTrees {

  private static final List<String> PLACES =
      List.of("a", "b c", "d/e", "d/f", "g/h/i", "g/h/j", "k\"l", "m\\n", "o\tp", "ü", "q", "r/s");

  private final Random random;

  RandomTrees(int seed) {
    random = new Random(seed);
  }

  /** A file. */
  private record Made(String mode, String content) {}

  /**
   * Creates both.
   *
   * @return the tree of the session, as {@link Tree} lists it
   */
  List<String> make(Overlaid session) throws IOException {
    TreeMap<String, Made> before = tree();
    TreeMap<String, Made> after = tree();
    for (var each : before.entrySet()) {
      put(session.project.resolve(each.getKey()), each.getValue());
      if (random.nextInt(3) == 0) {
        after.put(each.getKey(), each.getValue());
      }
    }
    List<String> wanted = new ArrayList<>();
    for (var each : after.entrySet()) {
      put(session.upper.resolve(each.getKey()), each.getValue());
      wanted.add(Tree.line(each.getKey(), each.getValue().mode(), each.getValue().content()));
    }
    for (String gone : before.keySet()) {
      if (!after.containsKey(gone)) {
        session.removed(gone);
      }
    }
    wanted.sort(null);
    return wanted;
  }

  private TreeMap<String, Made> tree() {
    TreeMap<String, Made> tree = new TreeMap<>();
    for (String place : PLACES) {
      if (random.nextBoolean()) {
        tree.put(place, made());
      }
    }
    return tree;
  }

  private Made made() {
    return switch (random.nextInt(8)) {
      case 0 -> new Made("120000", "target" + random.nextInt(3));
      case 1 -> new Made("100644", "");
      case 2 -> new Made("100644", "\0binary" + random.nextInt());
      case 3 -> new Made("100755", lines() + "no end");
      case 4 -> new Made("100644", "dos\r\nlines\r\n" + lines());
      default -> new Made(random.nextBoolean() ? "100644" : "100755", lines());
    };
  }

  private String lines() {
    StringBuilder lines = new StringBuilder();
    for (int i = random.nextInt(60); i >= 0; i--) {
      lines.append("line ").append(random.nextInt(4) == 0 ? random.nextInt(5) : i).append('\n');
    }
    return lines.toString();
  }

  private static void put(Path file, Made made) throws IOException {
    Files.createDirectories(file.getParent());
    if (made.mode().equals("120000")) {
      Files.createSymbolicLink(file, Path.of(made.content()));
    } else {
      Files.writeString(file, made.content());
      file.toFile().setExecutable(made.mode().equals("100755"), false);
    }
  }
}
