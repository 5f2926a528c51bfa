package dev.bawn.admin.account;

import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The accounts and groups that {@code init} created, so that {@code uninstall} removes these and no
 * others. The file {@code made-accounts} is written before each of them is created:
 *
 * <pre>{@code
 * group agents
 * user bawn-mirror
 * }</pre>
 */
final class MadeAccounts {

  private final Path file;

  MadeAccounts(SystemLayout layout) {
    this.file = layout.madeAccounts();
  }

  /** Records an account. Can be repeated. */
  void note(String account) throws IOException {
    List<String> noted = noted();
    if (!noted.contains(account)) {
      String text = String.join("\n", Stream.concat(noted.stream(), Stream.of(account)).toList());
      AtomicFile.replace(file, (text + "\n").getBytes(StandardCharsets.US_ASCII), "rw-------");
    }
  }

  boolean has(String account) throws IOException {
    return noted().contains(account);
  }

  private List<String> noted() throws IOException {
    return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.US_ASCII) : List.of();
  }
}
