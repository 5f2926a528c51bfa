package dev.bawn.admin.sealing;

import dev.bawn.admin.recipe.AgentSettings;
import dev.bawn.admin.recipe.GeneratedEtc;
import dev.bawn.admin.recipe.Instructions;
import dev.bawn.admin.recipe.Machine;
import dev.bawn.admin.recipe.MachineProbe;
import dev.bawn.admin.recipe.RecipePlanner;
import dev.bawn.admin.recipe.ToolEtc;
import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandList;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.agent.MachineCode;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ManifestFile;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.RecipeFile;
import dev.bawn.contract.sandbox.WritablePlaces;
import dev.bawn.contract.seal.SealComment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes the policy directory for root's decisions. It changes no file in use: the directory is
 * new, and complete on disk before a link leads to it.
 */
public final class GenerationWriter {

  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwxr-x---");

  private final SystemLayout layout;
  private final MachineProbe probe;
  private final ProfileFiles.Source profiles;
  private final SealingKey key;

  /**
   * @param layout with the policy directories
   * @param probe reads this machine
   * @param profiles generates the AppArmor profile
   * @param key the signing key, opened when it is needed
   */
  public GenerationWriter(
      SystemLayout layout, MachineProbe probe, ProfileFiles.Source profiles, SealingKey key) {
    this.layout = layout;
    this.probe = probe;
    this.profiles = profiles;
    this.key = key;
  }

  /**
   * Writes the policy directory for these decisions, under its final name; its serial is that of
   * the manifest. Only root can read it: the caller gives access to others.
   */
  public Generation write(PolicyDecisions decisions) throws IOException {
    Manifest manifest = decisions.manifest();
    Generation generation = layout.generation(manifest.agent(), manifest.serial());
    Machine machine = probe.probe(manifest.commands(), manifest.tools());
    ProgramList programs = new ProgramCopies(layout).lay(manifest.commands(), machine);
    SortedMap<String, byte[]> files = files(decisions, generation, machine, programs);
    SortedMap<String, Sha256> digests = new TreeMap<>();
    files.forEach((path, content) -> digests.put(path, Sha256.of(content)));
    byte[] sealed = ManifestFile.write(manifest.withFiles(digests));
    String comment = SealComment.of(manifest.agent(), manifest.serial().toString());
    files.put(Generation.MANIFEST, sealed);
    files.put(Generation.SEAL, key.get().seal(sealed, comment).write());
    lay(generation.directory(), files, manifest.commands());
    return generation;
  }

  /** Returns the files that {@link #write} would write, by their names; changes nothing. */
  public SortedMap<String, byte[]> compute(PolicyDecisions decisions) throws IOException {
    Manifest manifest = decisions.manifest();
    Machine machine = probe.probe(manifest.commands(), manifest.tools());
    return files(
        decisions,
        layout.generation(manifest.agent(), manifest.serial()),
        machine,
        new ProgramCopies(layout).list(manifest.commands(), machine));
  }

  private SortedMap<String, byte[]> files(
      PolicyDecisions decisions, Generation generation, Machine machine, ProgramList programs)
      throws IOException {
    Manifest manifest = decisions.manifest();
    SortedMap<String, byte[]> files = new TreeMap<>(GeneratedEtc.files(manifest));
    files.putAll(AgentSettings.files(manifest));
    files.putAll(ToolEtc.files(machine));
    files.put("limits", text(manifest.limits().words() + "\n"));
    files.put(Generation.OPERATORS, operators(manifest));
    if (manifest.confinement() == Confinement.REQUIRED) {
      files.put("apparmor-required", new byte[0]);
    }
    files.put(Generation.FILTER, text(MachineCode.isAllowed(manifest) ? "jit\n" : "session\n"));
    manifest.identity().ifPresent(identity -> files.put(AgentIdentity.FILE, identity.write()));
    decisions
        .instructions()
        .forEach((project, content) -> files.put(Instructions.fileName(project), content));
    files.put(CommandList.FILE, CommandList.write(manifest.commands()));
    files.put(ProgramList.FILE, programs.write());
    files.put(LibraryList.FILE, machine.libraries().write());
    RecipePlanner planner =
        new RecipePlanner(layout, manifest, generation, machine, layout.programs(programs.id()));
    for (Assignment assignment : manifest.assignments()) {
      boolean instructed = decisions.instructions().containsKey(assignment.id());
      List<String> shown = instructed ? Instructions.SHOWN_AS : List.of();
      files.put(
          Generation.recipeName(assignment.id()),
          RecipeFile.write(planner.plan(assignment, shown)));
      files.put(Generation.writableName(assignment.id()), planner.writable(assignment).write());
    }
    ProfileFiles profile = profiles.of(manifest, machine, generation);
    files.put("profile", text(profile.text()));
    profile.compiled().ifPresent(compiled -> files.put(Generation.COMPILED_PROFILE, compiled));
    return files;
  }

  /**
   * Returns the list of operators; a user without a name had no account when the policy was signed,
   * and can start nothing.
   */
  private static byte[] operators(Manifest manifest) {
    return text(
        manifest.operators().stream()
            .filter(manifest.users()::containsKey)
            .map(uid -> uid + ":" + manifest.users().get(uid) + "\n")
            .collect(Collectors.joining()));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Builds the directory under another name and renames it: a directory that is named by a serial
   * is always complete. All users can list its parents, because names of agents are not secret; the
   * content of a policy directory is.
   */
  private static void lay(Path directory, Map<String, byte[]> files, List<AllowedCommand> commands)
      throws IOException {
    Path parent = directory.getParent();
    Trees.makeDirectory(parent.getParent(), "rwxr-xr-x");
    Trees.makeDirectory(parent, "rwxr-xr-x");
    Path building = parent.resolve(".next");
    Trees.remove(building);
    Files.createDirectory(building);
    Files.setPosixFilePermissions(building, DIRECTORY);
    for (var file : files.entrySet()) {
      Path path = building.resolve(file.getKey());
      if (!Files.isDirectory(path.getParent())) {
        Files.createDirectory(path.getParent());
        Files.setPosixFilePermissions(path.getParent(), DIRECTORY);
      }
      AtomicFile.create(path, file.getValue(), "rw-r-----");
    }
    for (String name : WritablePlaces.directories()) {
      Trees.makeDirectory(building.resolve(name).getParent(), "rwxr-x---");
      Trees.makeDirectory(building.resolve(name), "rwxr-x---");
    }
    Path bin = Files.createDirectory(building.resolve(Generation.BIN));
    Files.setPosixFilePermissions(bin, DIRECTORY);
    for (AllowedCommand command : commands) {
      Files.createSymbolicLink(bin.resolve(command.name().text()), Path.of(command.target()));
    }
    AtomicFile.syncDirectory(bin);
    AtomicFile.syncDirectory(building);
    Trees.remove(directory);
    Files.move(building, directory);
    AtomicFile.syncDirectory(parent);
  }
}
