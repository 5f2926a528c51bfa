package dev.bawn.contract.layout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of accounts and groups in {@code /etc/passwd} and {@code /etc/group}, for display.
 * Names of a directory service are not queried: one query can take long, and a list needs many.
 * Their numbers are displayed.
 */
public final class AccountNames {

  private static final int ID = 2;

  private final Map<Long, String> users;
  private final Map<Long, String> groups;

  private AccountNames(Map<Long, String> users, Map<Long, String> groups) {
    this.users = users;
    this.groups = groups;
  }

  /**
   * Reads the names of this system.
   *
   * @throws IOException if one of the two files exists, and cannot be read
   */
  public static AccountNames read(SystemLayout layout) throws IOException {
    return new AccountNames(names(layout.passwd()), names(layout.at("etc/group")));
  }

  private static Map<Long, String> names(Path file) throws IOException {
    Map<Long, String> names = new HashMap<>();
    if (Files.notExists(file)) {
      return names;
    }
    // ISO 8859-1 reads any byte; comments need not be UTF-8
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      String[] fields = line.split(":", -1);
      if (fields.length > ID && fields[ID].matches("[0-9]{1,10}")) {
        names.putIfAbsent(Long.parseLong(fields[ID]), fields[0]);
      }
    }
    return names;
  }

  /** The name of a user, or the number itself. */
  public String user(long uid) {
    return users.getOrDefault(uid, Long.toString(uid));
  }

  /** The name of a group, or the number itself. */
  public String group(long gid) {
    return groups.getOrDefault(gid, Long.toString(gid));
  }
}
