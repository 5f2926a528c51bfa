package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A mounted file system, as {@code /proc/self/mountinfo} lists it, see proc_pid_mountinfo(5).
 *
 * @param at the mount point
 * @param options those of the mount and of the file system
 * @param type of the file system
 */
record Mount(Path at, List<String> options, String type) {

  private static final int AT = 4;
  private static final int OPTIONS = 5;

  /** The mount that contains a path: the last and longest of the matching ones. */
  static Optional<Mount> of(Path path, SystemLayout layout) throws IOException {
    Optional<Mount> best = Optional.empty();
    Path mounts = layout.at("proc/self/mountinfo");
    for (String line : Files.readAllLines(mounts, StandardCharsets.ISO_8859_1)) {
      Optional<Mount> mount = parse(line).filter(each -> path.startsWith(each.at()));
      if (mount.isPresent() && (best.isEmpty() || mount.get().at().startsWith(best.get().at()))) {
        best = mount;
      }
    }
    return best;
  }

  /** Parses a line; empty if it is not valid. */
  static Optional<Mount> parse(String line) {
    int separator = line.indexOf(" - ");
    String[] left = (separator < 0 ? "" : line.substring(0, separator)).split(" ");
    String[] right = separator < 0 ? new String[0] : line.substring(separator + 3).split(" ");
    if (left.length <= OPTIONS || right.length < 3 || !left[AT].startsWith("/")) {
      return Optional.empty();
    }
    List<String> options =
        Arrays.stream((left[OPTIONS] + "," + right[2]).split(",")).distinct().toList();
    return Optional.of(new Mount(Path.of(unescaped(left[AT])), options, right[0]));
  }

  /**
   * A text without the escapes of blanks, tabs, line breaks and backslashes, which are octal
   * numbers.
   */
  private static String unescaped(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  boolean has(String option) {
    return options.contains(option);
  }
}
