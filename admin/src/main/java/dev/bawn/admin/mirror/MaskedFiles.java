package dev.bawn.admin.mirror;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Which files the recorded lists have as masked: by inode, size and time, which stay when another
 * name of the file is replaced. A later file with that inode has another time. Of a file that was
 * masked by its only name the change time of the inode counts, too: a new name changes that, and a
 * new name of a directory above does not.
 */
final class MaskedFiles {

  /** The first character of a record of a file that stays masked. */
  static final byte KIND = 'm';

  /** The first character of a record of a file that its only name masks. */
  static final byte BY_NAME = 'h';

  private static final int LONGEST = 256;
  private static final int CHANGE_TIME = 3;

  private MaskedFiles() {}

  /**
   * What identifies a file.
   *
   * @param record its record without the name: "KIND SIZE TIME … INODE", where INODE may end in "~"
   *     and a number
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
   * Whether a file stays masked, whatever it is called now.
   *
   * @param before those of the lists before
   * @param record as above
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

  /** Those of the lists in a file, if it is there. */
  static Set<String> in(Path file) throws IOException {
    Set<String> masked = new HashSet<>();
    if (!Files.exists(file)) {
      return masked;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      boolean isFirst = true;
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (isFirst && c == KIND) {
          masked.add(of("m" + stamp(in)));
        } else if (isFirst && c == BY_NAME) {
          String record = "h" + stamp(in);
          if (!of(record).isEmpty()) {
            masked.add(byName(of(record)));
            masked.add(byName(unchanged(record)));
          }
        }
        // the head of a list ends with a line break; one in a name makes at most a record more
        isFirst = c == 0 || c == '\n';
      }
    }
    masked.remove("");
    return masked;
  }

  /** What stands before the name. */
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
