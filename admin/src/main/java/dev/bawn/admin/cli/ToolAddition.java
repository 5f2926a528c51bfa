package dev.bawn.admin.cli;

import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.admin.tool.Adoption;
import dev.bawn.admin.tool.NpmPackage;
import dev.bawn.admin.tool.ToolSource;
import dev.bawn.admin.tool.ToolStoreChange;
import dev.bawn.admin.toolstore.ToolRecord;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.tool.ToolDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code tool add NAME}. */
final class ToolAddition {

  private final Assembly assembly;
  private final Surroundings here;

  ToolAddition(Assembly assembly, Surroundings here) {
    this.assembly = assembly;
    this.here = here;
  }

  /**
   * Copies the tool without the lock of the policies, and adds it to the tool store under the lock.
   */
  void run(CommandName name, Typed typed) throws IOException {
    ToolSource source = source(name, typed);
    ToolDefinition definition = assembly.definitions().of(name);
    assembly.openKey();
    makeShelf();
    Path lock = IncompleteTrees.lock(here.layout().tools(), name.text());
    try (HeldLock _ = HeldLock.take(lock, "another tool add " + name, this::say)) {
      Optional<String> program =
          Optional.of(typed.value("--program", "")).filter(path -> !path.isEmpty());
      Adoption.Brought brought =
          new Adoption(
                  here.layout(),
                  here.library(),
                  assembly.rootOwned(),
                  name,
                  nobody(),
                  assembly.uidUse(),
                  this::say)
              .bring(source, definition.command(), program);
      put(name, source, brought);
    }
  }

  private void say(String line) {
    Messages.say(here, line);
  }

  private void put(CommandName name, ToolSource source, Adoption.Brought brought)
      throws IOException {
    try (LockedState _ = LockedState.forChange(assembly, here)) {
      ToolStoreChange change = assembly.toolStoreChange();
      ToolRecord record =
          change.put(
              name,
              brought,
              source,
              assembly.keys().current(),
              here.clock().instant().truncatedTo(ChronoUnit.SECONDS));
      List<Manifest> manifests = assembly.state().manifests();
      change.prune(name, manifests);
      tell(record, manifests);
    }
  }

  private ToolSource source(CommandName name, Typed typed) throws IOException {
    if (typed.has("--from") && typed.has("--npm")) {
      throw new WrongUsage("--from and --npm cannot be used together", "leave out one");
    }
    if (!typed.has("--from") && !typed.has("--npm")) {
      throw new WrongUsage(
          "expected --from or --npm",
          "for example: sudo bawn-admin tool add " + name + " --npm PACKAGE");
    }
    if (typed.has("--npm")) {
      Optional<String> registry = Optional.of(typed.value("--registry", ""));
      return new ToolSource.Registry(
          new NpmPackage(typed.value("--npm", "")),
          registry.filter(address -> !address.isEmpty()).map(ToolAddition::address));
    }
    Path path = here.directory().resolve(typed.value("--from", "")).normalize();
    requireNoShim(path);
    Optional<Uid> caller = Operators.caller(here);
    return new ToolSource.Place(path, caller.isPresent() ? caller.get() : owner(path));
  }

  /**
   * Refuses the shims of asdf, mise, pyenv and rbenv: a shim runs its version manager to find the
   * version, which is missing in an agent session. All of them keep their shims in a directory of
   * this name.
   */
  private static void requireNoShim(Path path) {
    Path place = path.getParent();
    if (place != null && place.endsWith("shims")) {
      String name = ShellQuoting.join(List.of(path.getFileName().toString()));
      throw new Refused(
          Printable.of(path) + " is the shim of a version manager, not the tool itself",
          "adopt the tool itself; to find it: asdf which " + name + ", or: mise which " + name);
    }
  }

  /**
   * Returns the user whose rights are enough to read the tool, if root runs the command without
   * sudo. Files of root are read as root only if no other user can have changed the path.
   */
  private Uid owner(Path path) throws IOException {
    Uid owner;
    try {
      owner = new Uid((Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      throw new NotFound(
          "'" + Printable.of(path) + "' does not exist",
          "give the directory of the tool, or the program if the tool is one file");
    }
    if (owner.equals(Uid.ROOT)) {
      assembly
          .rootOwned()
          .problem(path)
          .ifPresent(problem -> {
            throw new Refused(
                "other users may control this file, so root does not read it: "
                    + problem.sentence(),
                Files.isSymbolicLink(problem.path())
                    ? "name the file that the link leads to: realpath "
                        + ShellQuoting.join(List.of(path.toString()))
                    : "copy it to a directory that only root can write, for example below /root");
          });
    }
    return owner;
  }

  private static String address(String typed) {
    if (!typed.matches("https?://[A-Za-z0-9._~:/\\[\\]-]+")) {
      throw new WrongUsage("'" + Printable.of(typed) + "' is not a URL", "use https://HOST/PATH");
    }
    return typed;
  }

  /** Creates the tool store: a machine that an older version initialised has none. */
  private void makeShelf() throws IOException {
    Path tools = here.layout().tools();
    if (!Files.isDirectory(tools)) {
      Files.createDirectory(tools);
      Files.setPosixFilePermissions(tools, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Takes a uid that no account has, from the range of agents; each uid is used only once. */
  private Uid nobody() throws IOException {
    try (LockedState _ = LockedState.withoutKey(here)) {
      return assembly.uids().take();
    }
  }

  private void tell(ToolRecord record, List<Manifest> manifests) {
    here.out()
        .println(
            "adopted "
                + record.name()
                + " "
                + record.version()
                + ", "
                + Count.of(record.files(), "file")
                + ", "
                + ToolTable.size(record.bytes()));
    List<Manifest> users =
        manifests.stream().filter(each -> each.tool(record.name()).isPresent()).toList();
    if (users.isEmpty()) {
      here.out().println("next: sudo bawn-admin allow AGENT " + record.name());
    }
    users.stream()
        .filter(each -> !each.tool(record.name()).get().version().equals(record.version()))
        .forEach(each -> here.out().println("next: sudo bawn-admin reseal " + each.agent()));
  }
}
