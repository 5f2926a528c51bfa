package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of accounts in {@code /etc/passwd}, for showing. Accounts of a directory service are
 * shown by number: asking it can take long, and a list shows many.
 */
public final class AccountNames {

  private static final int FIELDS = 7;
  private static final int UID = 2;

  private final Map<String, String> names;

  private AccountNames(Map<String, String> names) {
    this.names = names;
  }

  /** Those of this system. */
  public static AccountNames read(Layout layout) throws IOException {
    Map<String, String> names = new HashMap<>();
    // ISO 8859-1 reads any byte; comments need not be UTF-8
    for (String line : Files.readAllLines(layout.passwd(), StandardCharsets.ISO_8859_1)) {
      String[] fields = line.split(":", -1);
      if (fields.length == FIELDS) {
        names.putIfAbsent(fields[UID], fields[0]);
      }
    }
    return new AccountNames(names);
  }

  /** The name of a uid, or the number itself. */
  public String of(Uid uid) {
    return names.getOrDefault(uid.toString(), uid.toString());
  }
}
