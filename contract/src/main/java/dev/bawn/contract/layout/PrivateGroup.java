package dev.bawn.contract.layout;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the group with a user as its only member: many systems make one for each account and let it
 * write the account's files (umask 002). It reads {@code /etc/passwd} and {@code /etc/group}, see
 * their pages in section 5 of the manual; accounts of other sources are unknown.
 */
final class PrivateGroup {

  private PrivateGroup() {}

  /** Tells whether the user is the only member of a group. */
  static boolean is(int gid, Uid person, SystemLayout layout) {
    try {
      String number = Integer.toString(gid);
      String name = "";
      for (String[] account : fields(layout.passwd())) {
        if (account.length > 3 && account[3].equals(number)) {
          if (!account[2].equals(Integer.toString(person.number()))) {
            return false;
          }
          name = account[0];
        }
      }
      return !name.isEmpty() && hasNoOther(name, number, layout);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasNoOther(String name, String gid, SystemLayout layout)
      throws IOException {
    boolean isThere = false;
    for (String[] group : fields(layout.at("etc/group"))) {
      if (group.length > 2 && group[2].equals(gid)) {
        isThere = true;
        if (group.length > 3 && !group[3].isEmpty() && !group[3].equals(name)) {
          return false;
        }
      }
    }
    return isThere;
  }

  private static List<String[]> fields(Path file) throws IOException {
    // any bytes: comments need not be UTF-8
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
        .map(line -> line.split(":", -1))
        .toList();
  }
}
