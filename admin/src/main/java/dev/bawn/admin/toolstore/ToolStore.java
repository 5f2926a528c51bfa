package dev.bawn.admin.toolstore;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.trust.TrustedKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The adopted tools of this machine: {@code tools/NAME/VERSION} is a tree, {@code VERSION.toml} and
 * {@code VERSION.toml.minisig} beside it describe it, and the link {@code current} names the
 * version that agents get.
 */
public final class ToolStore {

  private static final String CURRENT = "current";

  private final SystemLayout layout;
  private final RootOwned rootOwned;

  /**
   * @param layout with the tools
   * @param rootOwned decides whether a path belongs to root
   */
  public ToolStore(SystemLayout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  /** Returns the path of the link to the current version of a tool. */
  public Path current(CommandName name) {
    return layout.tools().resolve(name.text()).resolve(CURRENT);
  }

  /** Returns the path of the record of a version. */
  public Path record(CommandName name, String version) {
    return layout.tools().resolve(name.text()).resolve(version + ".toml");
  }

  /** Returns the path of the signature of that record. */
  public Path seal(CommandName name, String version) {
    return layout.tools().resolve(name.text()).resolve(version + ".toml.minisig");
  }

  /** Tells whether a tool of this name was adopted. */
  public boolean has(CommandName name) {
    return Files.isSymbolicLink(current(name));
  }

  /**
   * Returns the current version of a tool; empty if it was not adopted.
   *
   * @throws Refused if its signature is not valid
   */
  public Optional<ToolRecord> find(CommandName name) {
    if (!has(name)) {
      return Optional.empty();
    }
    try {
      String version = Files.readSymbolicLink(current(name)).toString();
      return Optional.of(read(name, version));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the current version of a tool.
   *
   * @throws NotFound if it was not adopted
   * @throws Refused if its signature is not valid
   */
  public ToolRecord get(CommandName name) {
    return find(name)
        .orElseThrow(() ->
            new NotFound(
                "there is no tool '" + name + "'",
                NearestMatch.hint(name.text(), names(), "see: sudo bawn-admin tool list")));
  }

  /** Returns the names of all tools, also of those without a valid signature. */
  private List<String> names() {
    String[] names = layout.tools().toFile().list((place, name) -> !name.startsWith("."));
    return names == null ? List.of() : List.of(names);
  }

  /**
   * Returns the current versions of all tools, by name.
   *
   * @throws Refused if a signature is not valid
   */
  public List<ToolRecord> all() throws IOException {
    List<ToolRecord> all = new ArrayList<>();
    if (Files.isDirectory(layout.tools(), LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(layout.tools(), "[!.]*")) {
        for (Path name : names) {
          find(CommandName.of(name.getFileName().toString())).ifPresent(all::add);
        }
      }
    }
    all.sort(Comparator.comparing(ToolRecord::name));
    return all;
  }

  /**
   * Returns all complete versions of all tools.
   *
   * @throws Refused if a signature is not valid
   */
  public List<ToolRecord> everything() throws IOException {
    List<ToolRecord> all = new ArrayList<>();
    for (ToolRecord tool : all()) {
      try (DirectoryStream<Path> records =
          Files.newDirectoryStream(current(tool.name()).getParent(), "*.toml")) {
        for (Path record : records) {
          String file = record.getFileName().toString();
          all.add(read(tool.name(), file.substring(0, file.length() - ".toml".length())));
        }
      }
    }
    return all;
  }

  /**
   * Returns the record of this version; empty if it is not complete.
   *
   * @throws Refused if its signature is not valid
   */
  public Optional<ToolRecord> find(CommandName name, String version) throws IOException {
    return Files.exists(record(name, version))
        ? Optional.of(read(name, version))
        : Optional.empty();
  }

  private ToolRecord read(CommandName name, String version) throws IOException {
    Path file = record(name, version);
    rootOwned
        .problem(file)
        .ifPresent(problem -> {
          throw unsealed(name, problem.sentence());
        });
    byte[] bytes = Files.readAllBytes(file);
    Seal seal = Seal.read(file + ".minisig", Files.readAllBytes(seal(name, version)));
    PublicKey key =
        TrustedKeys.read(layout, rootOwned)
            .find(seal.keyId())
            .orElseThrow(() -> unsealed(name, "key " + seal.keyId() + " is not trusted here"));
    if (!seal.holds(key, bytes)
        || !seal.trustedComment().equals(ToolRecord.comment(name, version))) {
      throw unsealed(name, file + " is not what root signed");
    }
    return ToolRecord.read(file.toString(), bytes);
  }

  private static Refused unsealed(CommandName name, String why) {
    return new Refused(
        "the record of the tool " + name + " has no valid signature: " + why,
        "adopt the tool again; see: sudo bawn-admin tool add --help");
  }
}
