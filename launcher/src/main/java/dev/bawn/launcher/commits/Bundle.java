package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.RawPath;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of a bundle, see gitformat-bundle(5). The session wrote it.
 *
 * @param isSha256 whether objects are named by SHA-256
 * @param required commits that the receiver must have
 * @param branches their last commits, the checked-out branch first
 * @param pack the offset of the pack, in bytes
 */
record Bundle(boolean isSha256, List<String> required, List<Branch> branches, long pack) {

  private static final int LONGEST_LINE = 4096;
  private static final int MOST_LINES = 10_000;
  private static final Pattern REQUIRED =
      Pattern.compile("-([0-9a-f]{40}|[0-9a-f]{64})( .*)?", Pattern.DOTALL);
  private static final Pattern REFERENCE =
      Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64}) (.+)", Pattern.DOTALL);
  private static final String SHA256 = "@object-format=sha256";
  private static final String BRANCHES = "refs/heads/";
  private static final String HEAD = "HEAD";

  Bundle {
    required = List.copyOf(required);
    branches = List.copyOf(branches);
  }

  /**
   * Reads a header.
   *
   * @throws Refused if the file is no bundle, or has references that are no branches
   */
  static Bundle read(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    long length = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        lines.add(line);
        length += line.length() + 1L;
        if (lines.size() > MOST_LINES) {
          throw refused("it has more than " + MOST_LINES + " references");
        }
      }
    }
    if (lines.isEmpty() || !lines.getFirst().matches("# v[23] git bundle")) {
      throw refused("git wrote no bundle");
    }
    return parse(lines.subList(1, lines.size()), length + 1);
  }

  private static Bundle parse(List<String> lines, long pack) {
    List<String> required = new ArrayList<>();
    List<Branch> branches = new ArrayList<>();
    String head = "";
    for (String line : lines) {
      Matcher reference = REFERENCE.matcher(line);
      Matcher need = REQUIRED.matcher(line);
      if (need.matches()) {
        required.add(need.group(1));
      } else if (reference.matches() && reference.group(2).equals(HEAD)) {
        head = reference.group(1);
      } else if (reference.matches() && reference.group(2).startsWith(BRANCHES)) {
        branches.add(new Branch(name(reference.group(2)), reference.group(1)));
      } else if (!line.startsWith("@object-format=")) {
        throw refused("it contains something that is not a branch");
      }
    }
    return new Bundle(lines.contains(SHA256), required, headFirst(branches, head), pack);
  }

  /**
   * The name of a branch, which from now on appears in the project's git, and in every list of its
   * branches.
   */
  private static String name(String reference) {
    RawPath name = new RawPath(reference.substring(BRANCHES.length()));
    if (!name.isPrintable()) {
      throw refused(
          "the name of a branch is not UTF-8, or has control characters: " + name.shown());
    }
    if (!Reference.isValid(reference)) {
      throw refused("git accepts no branch of this name: " + name.shown());
    }
    return name.text().orElseThrow();
  }

  private static List<Branch> headFirst(List<Branch> branches, String head) {
    List<Branch> sorted = new ArrayList<>();
    branches.stream().filter(branch -> branch.id().equals(head)).forEach(sorted::add);
    if (sorted.isEmpty() && !head.isEmpty()) {
      sorted.add(new Branch("", head));
    }
    branches.stream().filter(branch -> !branch.id().equals(head)).forEach(sorted::add);
    return sorted;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() > LONGEST_LINE) {
        throw refused("git wrote no bundle");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private static Refused refused(String why) {
    return Quarantine.refused(why);
  }
}
