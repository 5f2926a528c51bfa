package dev.bawn.admin.change;

import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.toolstore.ToolRecord;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.signing.SecretKey;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The part of a key rotation that concerns adopted tools: their records stay unchanged and get
 * another signature. Each new signature is stored as {@code tools/NAME/VERSION} below the directory
 * of the new signatures.
 */
final class ToolSeals {

  private final ToolStore toolStore;
  private final Path waiting;

  ToolSeals(ToolStore toolStore, Path waiting) {
    this.toolStore = toolStore;
    this.waiting = waiting.resolve("tools");
  }

  /**
   * Creates the new signatures.
   *
   * @throws dev.bawn.contract.failure.Refused if an old one is not valid
   */
  void prepare(SecretKey key) throws IOException {
    for (ToolRecord record : toolStore.everything()) {
      Path directory = waiting.resolve(record.name().text());
      Files.createDirectories(directory);
      byte[] content = Files.readAllBytes(toolStore.record(record.name(), record.version()));
      AtomicFile.create(
          directory.resolve(record.version()),
          key.seal(content, record.comment()).write(),
          "rw-r--r--");
      AtomicFile.syncDirectory(directory);
    }
  }

  /** Replaces the old signatures that are not replaced yet. */
  void exchange() throws IOException {
    if (!Files.isDirectory(waiting)) {
      return;
    }
    try (DirectoryStream<Path> names = Files.newDirectoryStream(waiting)) {
      for (Path name : names) {
        exchange(name);
      }
    }
  }

  private void exchange(Path name) throws IOException {
    CommandName tool = CommandName.of(name.getFileName().toString());
    try (DirectoryStream<Path> seals = Files.newDirectoryStream(name)) {
      for (Path seal : seals) {
        Path place = toolStore.seal(tool, seal.getFileName().toString());
        Files.move(
            seal, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        AtomicFile.syncDirectory(place.getParent());
      }
    }
  }
}
