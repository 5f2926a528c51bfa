package dev.bawn.admin.mirror;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The masked files of the recorded lists, identified by inode, size and modification time: these
 * stay the same when another name of the file is replaced. A later file with the same inode has
 * another time. For a file that was masked because of its only name, the change time of the inode
 * is compared, too: a rename of the file changes it, and a rename of a parent directory does not.
 */
final class MaskedFiles {

  /** The kind of a record of a file that stays masked under any name. */
  static final byte KIND = 'm';

  /** The kind of a record of a file that is masked because of its only name. */
  static final byte BY_NAME = 'h';

  private static final int LONGEST = 256;
  private static final int CHANGE_TIME = 3;

  private MaskedFiles() {}

  /**
   * Returns the identity of a file: size, modification time, device and inode.
   *
   * @param record its record without the name: "KIND SIZE TIME … INODE"; INODE may end in "~" and a
   *     number
   */
  static String of(String record) {
    String[] fields = record.split(" ");
    if (fields.length < 4) {
      return "";
    }
    String inode = fields[fields.length - 1];
    int mark = inode.indexOf('~');
    return fields[1] + " " + fields[2] + " " + (mark < 0 ? inode : inode.substring(0, mark));
  }

  /**
   * Tells whether a file stays masked under its present name.
   *
   * @param before the masked files of the earlier lists
   * @param record a record as in {@link #of}
   */
  static boolean contain(Set<String> before, String record) {
    String file = of(record);
    return before.contains(file)
        || before.contains(byName(file)) && !before.contains(byName(unchanged(record)));
  }

  private static String byName(String text) {
    return (char) BY_NAME + " " + text;
  }

  private static String unchanged(String record) {
    return of(record) + " " + record.split(" ")[CHANGE_TIME];
  }

  /**
   * Returns the masked files of the lists in a file; empty if the file does not exist.
   *
   * @throws BoundedList.Exceeded if there are too many
   */
  static Set<String> in(Path file) throws IOException {
    MemoryShare memory = new MemoryShare();
    Set<String> masked = new HashSet<>();
    if (!Files.exists(file)) {
      return masked;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      boolean isFirst = true;
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (isFirst && c == KIND) {
          add(of("m" + stamp(in)), masked, memory);
        } else if (isFirst && c == BY_NAME) {
          String record = "h" + stamp(in);
          if (!of(record).isEmpty()) {
            add(byName(of(record)), masked, memory);
            add(byName(unchanged(record)), masked, memory);
          }
        }
        // the head of a list ends with a line break; one in a name makes at most a record more
        isFirst = c == 0 || c == '\n';
      }
    }
    masked.remove("");
    return masked;
  }

  private static void add(String file, Set<String> masked, MemoryShare memory)
      throws BoundedList.Exceeded {
    if (masked.add(file)) {
      memory.take(file);
    }
  }

  /** Returns the part of a record between its kind and its name. */
  private static String stamp(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    in.mark(LONGEST);
    for (int c = in.read(); c > 0 && c != '/' && text.length() < LONGEST - 1; c = in.read()) {
      text.append((char) c);
    }
    in.reset();
    return text.toString();
  }
}
