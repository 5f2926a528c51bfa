package dev.bawn.admin.tool;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.admin.toolstore.ToolRecord;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.signing.SecretKey;
import dev.bawn.contract.tool.TreeDigest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Adds tools to the tool store and removes them. The caller holds the lock of the policies. One
 * rename, of the link {@code current}, decides. Files that a crash left before it are unused, and
 * the next change of that tool removes them.
 */
public final class ToolStoreChange {

  private final SystemLayout layout;
  private final ToolStore toolStore;
  private final RootOwned rootOwned;

  /**
   * @param layout with the tools
   * @param toolStore the adopted tools
   * @param rootOwned decides whether a path belongs to root
   */
  public ToolStoreChange(SystemLayout layout, ToolStore toolStore, RootOwned rootOwned) {
    this.layout = layout;
    this.toolStore = toolStore;
    this.rootOwned = rootOwned;
  }

  /**
   * Adds a tree to the tool store; sessions of agents that are signed afterwards use it.
   *
   * @param key signs its record
   * @param now the time of the adoption
   */
  public ToolRecord put(
      CommandName name, Adoption.Brought brought, ToolSource source, SecretKey key, Instant now)
      throws IOException {
    Path directory = layout.tools().resolve(name.text());
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    ToolRecord record =
        new ToolRecord(
            name,
            version(name, brought),
            brought.program(),
            brought.digest().sha256(),
            brought.digest().files(),
            brought.digest().bytes(),
            source.text(),
            now);
    if (known(name, record.version()).isEmpty() || !isWhole(record)) {
      lay(record, brought.place(), key);
    }
    AtomicFile.link(toolStore.current(name), Path.of(record.version()));
    Adoption.clear(Adoption.work(layout, name));
    return record;
  }

  /**
   * Returns the version that the tool prints; a different tree with a version that exists already
   * gets a suffix.
   */
  private String version(CommandName name, Adoption.Brought brought) throws IOException {
    Optional<ToolRecord> same = known(name, brought.version());
    boolean other = same.isPresent() && !same.get().tree().equals(brought.digest().sha256());
    return other
        ? brought.version() + "-" + brought.digest().sha256().hex().substring(0, 8)
        : brought.version();
  }

  /**
   * Returns the record of a version; empty if its signature is not valid, because a new adoption
   * replaces it.
   */
  private Optional<ToolRecord> known(CommandName name, String version) throws IOException {
    try {
      return toolStore.find(name, version);
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  /** Tells whether the tree is unchanged; otherwise a new adoption replaces it. */
  private boolean isWhole(ToolRecord record) throws IOException {
    try {
      Path tree = layout.tool(record.name(), record.version());
      return TreeDigest.of(tree, rootOwned).sha256().equals(record.tree());
    } catch (Refused | NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Moves the tree into the tool store and writes its record last: a tree with a record is
   * complete.
   */
  private void lay(ToolRecord record, Path brought, SecretKey key) throws IOException {
    Path tree = layout.tool(record.name(), record.version());
    Trees.remove(tree);
    SystemProgram.named("sync").must("-f", brought.toString());
    Files.move(brought, tree);
    byte[] content = record.write();
    AtomicFile.replace(
        toolStore.seal(record.name(), record.version()),
        key.seal(content, record.comment()).write(),
        "rw-r--r--");
    AtomicFile.replace(toolStore.record(record.name(), record.version()), content, "rw-r--r--");
  }

  /**
   * Removes a tool, with all its versions.
   *
   * @param manifests the policies of all agents
   * @throws Refused if an agent may use the tool
   */
  public void remove(CommandName name, List<Manifest> manifests) throws IOException {
    toolStore.get(name);
    List<String> users =
        manifests.stream()
            .filter(manifest -> manifest.tool(name).isPresent())
            .map(manifest -> manifest.agent().text())
            .toList();
    if (!users.isEmpty()) {
      throw new Refused(
          name + " is allowed for " + String.join(" and ", users),
          "run: sudo bawn-admin restrict " + users.getFirst() + " " + name);
    }
    Files.delete(toolStore.current(name));
    Trees.remove(layout.tools().resolve(name.text()));
    AtomicFile.syncDirectory(layout.tools());
  }

  /**
   * Removes the versions of a tool that no policy contains and that are not current.
   *
   * @param manifests the policies of all agents
   */
  public void prune(CommandName name, List<Manifest> manifests) throws IOException {
    String current = toolStore.get(name).version();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(layout.tools().resolve(name.text()), Files::isDirectory)) {
      for (Path tree : entries) {
        String version = tree.getFileName().toString();
        boolean used =
            Files.isSymbolicLink(tree)
                || version.equals(current)
                || manifests.stream()
                    .flatMap(manifest -> manifest.tool(name).stream())
                    .anyMatch(tool -> tool.version().equals(version));
        if (!used) {
          Files.deleteIfExists(toolStore.record(name, version));
          Files.deleteIfExists(toolStore.seal(name, version));
          Trees.remove(tree);
        }
      }
    }
  }
}
