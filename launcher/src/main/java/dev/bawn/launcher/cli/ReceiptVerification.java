package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.launcher.receipt.Receipt;
import dev.bawn.launcher.receipt.ReceiptKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Verifies a receipt with a public key, without data of this machine. Its JSON: {@code key}, and
 * {@code statement} as it was signed.
 */
final class ReceiptVerification {

  private static final int LARGEST_KEY = 8192;

  private static final String NAME_A_KEY =
      "name the public key of the user who wrote the receipt, their ~/.config/bawn/receipts.pub: --key FILE";

  /** A key instead of a file: the second line of a key file. */
  private static final String BARE_KEY = "RW[A-Za-z0-9+/]{54}";

  private final Surroundings here;

  ReceiptVerification(Surroundings here) {
    this.here = here;
  }

  /**
   * Verifies a receipt.
   *
   * @param file of the receipt
   * @param key a file with a public key, or the key; empty for the caller's own
   * @throws Refused if the signature is not valid
   */
  int run(String file, String key, boolean asJson) {
    String shown = Printable.whole(file);
    Receipt receipt = read(file, in -> Receipt.read(shown, in));
    PublicKey signer = key.isEmpty() ? yours() : named(key);
    Map<String, Object> statement = receipt.verified(shown, signer);
    if (asJson) {
      JsonOutput.print(
          here.out(),
          json -> {
            json.writeStartObject();
            json.writeStringField("key", signer.id().text());
            receipt.write(json, "statement");
            json.writeEndObject();
          });
      return 0;
    }
    here.out().println("the signature is valid: key " + signer.id());
    for (String field : List.of("session", "tool", "command", "project", "workspace", "started")) {
      line(field, text(statement, field));
    }
    String status = text(statement, "exit_status");
    line("ended", text(statement, "ended") + (status.isEmpty() ? "" : ", exit status " + status));
    line("state", text(statement, "state"));
    line("identity", text(statement, "did"));
    line("policy", "sha256 " + text(map(statement, "policy"), "sha256"));
    line("network", text(map(statement, "policy"), "network"));
    line("kernel", kernel(map(statement, "kernel")));
    line("changes", changes(map(statement, "changes")));
    return 0;
  }

  private PublicKey yours() {
    return new ReceiptKey(here.environment(), new PersonalFiles(here.user(), here.layout()))
        .known()
        .orElseThrow(
            () -> new WrongUsage("you have no key for receipts, so --key is missing", NAME_A_KEY));
  }

  private PublicKey named(String key) {
    return key.matches(BARE_KEY)
        ? PublicKey.read(
            "--key is not a public key",
            NAME_A_KEY,
            ("untrusted comment: \n" + key + "\n").getBytes(StandardCharsets.US_ASCII))
        : read(
            key,
            in ->
                PublicKey.read(
                    Printable.whole(key) + " is not a public key",
                    NAME_A_KEY,
                    in.readNBytes(LARGEST_KEY + 1)));
  }

  /** Reads a value from a file. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(InputStream in) throws IOException;
  }

  private <T> T read(String file, Reading<T> reading) {
    Path path = here.directory().resolve(file);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // bawn would wait forever for a pipe that a session left
      throw new Refused(
          Printable.whole(file) + " is not a regular file", "name a file with its content");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return reading.of(in);
    } catch (NoSuchFileException e) {
      throw new NotFound("'" + Printable.whole(file) + "' does not exist", "name an existing file");
    } catch (IOException e) {
      throw Failed.of(e);
    }
  }

  private static String kernel(Map<?, ?> kernel) {
    if (kernel.isEmpty()) {
      return "unknown: the command ended before bawn could ask the kernel";
    }
    return (text(kernel, "seccomp").equals("2") ? "seccomp filter, " : "no seccomp filter, ")
        + (text(kernel, "no_new_privileges").equals("true")
            ? "no new privileges, "
            : "may gain privileges, ")
        + (text(kernel, "capabilities").matches("0+")
            ? "no capabilities, "
            : "capabilities " + text(kernel, "capabilities") + ", ")
        + "own namespaces: "
        + text(kernel, "namespaces")
        + "; mounts: "
        + (kernel.get("mounts") instanceof List<?> mounts ? mounts.size() : 0);
  }

  private static String changes(Map<?, ?> changes) {
    return changes.isEmpty()
        ? "not kept apart"
        : text(changes, "count")
            + ", sha256 "
            + text(changes, "sha256")
            + "; as a patch: sha256 "
            + text(changes, "patch_sha256");
  }

  private static Map<?, ?> map(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Map<?, ?> map ? map : Map.of();
  }

  private static String text(Map<?, ?> fields, String name) {
    return switch (fields.get(name)) {
      case List<?> words -> ShellQuoting.join(words.stream().map(String::valueOf).toList());
      case String word -> word;
      case null, default -> "";
    };
  }

  private void line(String name, String text) {
    if (!text.isEmpty()) {
      here.out().println("  %-10s %s".formatted(name, Printable.whole(text)).stripTrailing());
    }
  }
}
