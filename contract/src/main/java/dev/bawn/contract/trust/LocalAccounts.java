package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * The accounts in {@code /etc/passwd}. Read from the file, not from NSS: accounts that bawn makes
 * are always local, and a launch must not run a module of NSS.
 */
final class LocalAccounts {

  private static final int FIELDS = 7;

  private final List<String> lines;

  private LocalAccounts(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Reads the present accounts.
   *
   * @throws IOException if the file cannot be read
   */
  static LocalAccounts read(SystemLayout layout) throws IOException {
    // ISO 8859-1 reads any byte; comments of other accounts need not be UTF-8
    return new LocalAccounts(Files.readAllLines(layout.passwd(), StandardCharsets.ISO_8859_1));
  }

  /**
   * An account.
   *
   * @param uid its user ID
   * @param gid its group ID
   */
  record Account(Uid uid, Uid gid) {}

  /** The account of this name. */
  Optional<Account> named(String name) {
    String start = name + ":";
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.split(":", -1))
        .filter(fields -> fields.length == FIELDS)
        .map(fields -> new Account(uid(fields[2]), uid(fields[3])))
        .findFirst();
  }

  /** The name of the first account with this uid, which takes precedence. */
  Optional<String> name(Uid uid) {
    String number = ":" + uid + ":";
    for (String line : lines) {
      int password = line.indexOf(':');
      int end = line.indexOf(':', password + 1);
      if (password > 0 && end > 0 && line.startsWith(number, end)) {
        return Optional.of(line.substring(0, password));
      }
    }
    return Optional.empty();
  }

  private static Uid uid(String number) {
    try {
      return new Uid(Integer.parseInt(number));
    } catch (NumberFormatException e) {
      // larger than any uid that bawn assigns, so it is no agent's
      return new Uid(Integer.MAX_VALUE);
    }
  }
}
