package dev.bawn.admin.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lines of passwd(5), shadow(5) and group(5). They are read from the files, because accounts
 * that bawn creates are always local.
 *
 * @param passwd the lines of passwd
 * @param shadow the lines of shadow
 * @param group the lines of group
 */
record AccountLines(List<String[]> passwd, List<String[]> shadow, List<String[]> group) {

  private static final int PASSWD_FIELDS = 7;
  private static final int SHADOW_FIELDS = 9;
  private static final int GROUP_FIELDS = 4;

  static AccountLines read(SystemLayout layout) throws IOException {
    return new AccountLines(
        lines(layout.passwd(), PASSWD_FIELDS),
        lines(layout.at("etc/shadow"), SHADOW_FIELDS),
        lines(layout.at("etc/group"), GROUP_FIELDS));
  }

  private static List<String[]> lines(Path file, int fields) throws IOException {
    // ISO 8859-1 reads any byte; comments need not be UTF-8
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
        .map(line -> line.split(":", -1))
        .filter(line -> line.length == fields)
        .toList();
  }

  Optional<String[]> account(String name) {
    return named(passwd, name);
  }

  Optional<String[]> secret(String name) {
    return named(shadow, name);
  }

  Optional<String[]> group(String name) {
    return named(group, name);
  }

  private static Optional<String[]> named(List<String[]> lines, String name) {
    return lines.stream().filter(line -> line[0].equals(name)).findFirst();
  }

  /** Tells whether a user is a member of a group. */
  boolean isMember(String group, String name) {
    return group(group)
        .filter(line -> Arrays.asList(line[GROUP_FIELDS - 1].split(",")).contains(name))
        .isPresent();
  }
}
