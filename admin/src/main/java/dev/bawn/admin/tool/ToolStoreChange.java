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
 * Puts tools in the tool store and takes them away. The caller holds the lock of the sealed state.
 * One rename, of the link {@code current}, decides; what a crash leaves before it belongs to nobody
 * and goes with the next change of that tool.
 */
public final class ToolStoreChange {

  private final SystemLayout layout;
  private final ToolStore toolStore;
  private final RootOwned rootOwned;

  /**
   * @param layout where tools lie
   * @param toolStore the tools that root adopted
   * @param rootOwned what decides whether a place is root's
   */
  public ToolStoreChange(SystemLayout layout, ToolStore toolStore, RootOwned rootOwned) {
    this.layout = layout;
    this.toolStore = toolStore;
    this.rootOwned = rootOwned;
  }

  /**
   * Puts a tree in the tool store; agents get it from now on.
   *
   * @param key what seals its record
   * @param now when
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

  /** Another tree that calls itself by a version that is there gets a name of its own. */
  private String version(CommandName name, Adoption.Brought brought) throws IOException {
    Optional<ToolRecord> same = known(name, brought.version());
    boolean other = same.isPresent() && !same.get().tree().equals(brought.digest().sha256());
    return other
        ? brought.version() + "-" + brought.digest().sha256().hex().substring(0, 8)
        : brought.version();
  }

  /** One whose seal does not hold is none: this may be how it is mended. */
  private Optional<ToolRecord> known(CommandName name, String version) throws IOException {
    try {
      return toolStore.find(name, version);
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  /** Whether the tree that is there still is what it was: this may be how it is mended. */
  private boolean isWhole(ToolRecord record) throws IOException {
    try {
      Path tree = layout.tool(record.name(), record.version());
      return TreeDigest.of(tree, rootOwned).sha256().equals(record.tree());
    } catch (Refused | NoSuchFileException e) {
      return false;
    }
  }

  /** The record comes last: a tree with a record is whole. */
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
   * Takes a tool away, all versions of it.
   *
   * @param manifests of all agents
   * @throws Refused if one of them may use it
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
   * Removes the versions of a tool that no agent was given and none will get any more.
   *
   * @param manifests of all agents
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
