package dev.bawn.admin.tool;

import dev.bawn.admin.account.AgentProcesses;
import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.TreeDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Copies the tree of a tool into a directory of root beside the tool store. The lock of the
 * policies is not held at this time: a package takes as long as it wants.
 */
public final class Adoption {

  private final SystemLayout layout;
  private final RootOwned rootOwned;
  private final Path library;
  private final Consumer<String> messages;
  private final TreeCopy trees;
  private final CommandName name;
  private final Uid nobody;
  private final UidUse use;

  /**
   * @param layout with the tools
   * @param library the directory {@code lib/bawn}
   * @param rootOwned decides whether a path belongs to root
   * @param name the name of the tool
   * @param nobody a uid without an account, now and later: the code of the tool runs with it
   * @param use tells whether the uid is still unused
   * @param messages receives sentences about steps that take longer than a second
   */
  public Adoption(
      SystemLayout layout,
      Path library,
      RootOwned rootOwned,
      CommandName name,
      Uid nobody,
      UidUse use,
      Consumer<String> messages) {
    this.layout = layout;
    this.rootOwned = rootOwned;
    this.name = name;
    this.nobody = nobody;
    this.use = use;
    this.library = library;
    this.messages = line -> messages.accept(name + ": " + line);
    this.trees = new TreeCopy(library, this.messages);
  }

  /**
   * A tree that belongs to root and is not in the tool store yet.
   *
   * @param place its directory
   * @param program the program that starts the tool, relative to the tree
   * @param version the version that the tool prints, or the beginning of its digest
   * @param digest the digest of all files
   */
  public record Brought(Path place, String program, String version, TreeDigest digest) {}

  /**
   * Copies the tree.
   *
   * @param command the name of the tool's program
   * @param program the path of the program relative to the tree, if it was given
   * @throws dev.bawn.contract.failure.Failure if the tool cannot be read or is refused
   */
  public Brought bring(ToolSource source, CommandName command, Optional<String> program)
      throws IOException {
    Path work = work(layout, name);
    clear(work);
    SystemProgram.named("install").must("-d", "-m", "0711", work.toString());
    try {
      Path copy = work.resolve("tree");
      makeDirectory(copy, SystemAccounts.MIRROR_KEEPER, "0755");
      String found =
          switch (source) {
            case ToolSource.Place place -> copyPlace(place, copy, command, program);
            case ToolSource.Registry registry ->
                copyPackage(registry, work.resolve("space"), copy, command, program);
          };
      return roots(copy, found);
    } catch (IOException | RuntimeException e) {
      clear(work);
      throw e;
    }
  }

  private String copyPlace(
      ToolSource.Place place, Path copy, CommandName command, Optional<String> program)
      throws IOException {
    TreeCopy.Source seen = trees.survey(place.path(), place.reader(), command);
    if (seen.isFile() && program.isPresent()) {
      throw new Refused(
          Printable.of(seen.path()) + " is a file, and --program names one in a directory",
          "leave out --program, or name the directory of the tool with --from");
    }
    return trees.copy(seen, OwnerChild.of(place.reader()), copy, command, program);
  }

  /**
   * Returns the directory beside the tool store, on the same file system; its name cannot be that
   * of a tool.
   */
  static Path work(SystemLayout layout, CommandName name) {
    return IncompleteTrees.building(layout.tools(), name.text());
  }

  /** Removes the remains of an adoption beside the tool store. */
  static void clear(Path work) throws IOException {
    if (Files.exists(work, LinkOption.NOFOLLOW_LINKS)) {
      SystemProgram.named("rm").must("-rf", "--one-file-system", "--", work.toString());
    }
  }

  private static void makeDirectory(Path directory, String owner, String mode) throws IOException {
    SystemProgram.named("install")
        .must("-d", "-m", mode, "-o", owner, "-g", owner, directory.toString());
  }

  private String copyPackage(
      ToolSource.Registry source,
      Path place,
      Path copy,
      CommandName command,
      Optional<String> program)
      throws IOException {
    SystemProgram.named("install").must("-d", "-m", "0711", place.toString());
    use.requireUnused(nobody);
    try (BoundedSpace space = BoundedSpace.open(place, nobody)) {
      OwnerChild installer = space.within(OwnerChild.ofNobody(nobody));
      try {
        new NpmInstallation(source, space).run(installer, library, messages);
      } finally {
        endProcesses("the package");
      }
      TreeCopy.Source installed = TreeCopy.Source.directory(space.tree());
      return trees.copy(installed, installer, copy, command, program);
    }
  }

  /**
   * Gives the copy, including links, to root before root reads it. The process that received the
   * copy has ended, so no process writes to it.
   */
  private Brought roots(Path copy, String program) throws IOException {
    SystemProgram.named("chown").must("-R", "--no-dereference", "root:root", "--", copy.toString());
    TreeDigest digest = TreeDigest.of(copy, rootOwned);
    requireProgram(copy, program);
    use.requireUnused(nobody);
    String version =
        ToolVersion.of(copy, program, library, nobody)
            .orElseGet(() -> digest.sha256().hex().substring(0, 12));
    endProcesses("the tool");
    return new Brought(copy, program, version, digest);
  }

  private void endProcesses(String whose) throws IOException {
    new AgentProcesses(layout.at("proc"), whose, nobody, () -> use.requireNoAccount(nobody)).end();
  }

  private static void requireProgram(Path tree, String program) throws IOException {
    Path path = tree.resolve(program).normalize();
    boolean fits =
        path.startsWith(tree)
            && Files.exists(path)
            && path.toRealPath().equals(path)
            && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
            && Files.isExecutable(path);
    if (!fits) {
      throw new Refused(
          "the tool's program is not a file in its directory tree", "name it: --program PATH");
    }
  }
}
