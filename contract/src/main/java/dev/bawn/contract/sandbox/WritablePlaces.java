package dev.bawn.contract.sandbox;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every place whose content an agent can write. {@code session} mounts each place before bubblewrap
 * starts, so that the kernel executes no file and loads no library from there; bubblewrap binds the
 * places, and its binds keep these flags. The mirror is among the places: a session only reads it,
 * but it can contain files of the agent after an operator merged them.
 *
 * <p>The file {@code recipe/PROJECT.writable} is the list that {@code session} mounts: one line for
 * each place, with the mode of an empty directory in memory, or {@code -}. An overlay has the lower
 * layer, a colon, and the directory of its upper layer.
 *
 * <pre>{@code
 * noexec 1777 /var/lib/bawn/agents/.gen/a.noir/17/memory/tmp
 * noexec - /var/lib/bawn/homes/a.noir
 * noexec - /var/lib/bawn/mirrors/app
 * noexec /var/lib/bawn/mirrors/app-1a2b3c:/var/lib/bawn/scratch/a.noir/.overlay/app /var/lib/bawn/agents/.gen/a.noir/17/memory/work
 * }</pre>
 *
 * @param memory directories that are empty at the start and removed at the end
 * @param scratch the scratch directory of the project
 * @param home the agent's home directory
 * @param project the mirror of the project, or the overlay
 */
public record WritablePlaces(List<Place> memory, Place scratch, Place home, Place project) {

  /** In a policy directory: an empty directory on which an overlay is mounted. */
  private static final String OVERLAY = "memory/work";

  private static final List<InsidePath> IN_MEMORY =
      List.of(
          new InsidePath("/dev/shm"),
          new InsidePath("/tmp"),
          new InsidePath("/run"),
          new InsidePath("/var/tmp"));

  /** The directory of the temporary files of an agent that executes its own programs. */
  public static final InsidePath COMPILED = new InsidePath("/compiled");

  /**
   * One directory.
   *
   * @param from a directory of the host
   * @param mode of the empty file system that is mounted there, or {@code -} if the directory
   *     itself is written, or the layers of an overlay
   * @param at the path in the session
   * @param executes whether the kernel executes files from there
   */
  public record Place(Path from, String mode, InsidePath at, boolean executes) {

    /** The mount as bubblewrap binds it. */
    public SandboxStep step() {
      return SandboxStep.writable(from, at.text());
    }

    private String line() {
      return (executes ? "exec " : "noexec ") + mode + " " + from + "\n";
    }
  }

  public WritablePlaces {
    memory = List.copyOf(memory);
  }

  /**
   * The writable directories of a session.
   *
   * @param unpacked directories from which its tools load libraries that they wrote there
   */
  public static WritablePlaces of(
      SystemLayout layout,
      Generation generation,
      Manifest manifest,
      Assignment assignment,
      Collection<String> unpacked) {
    List<Place> memory = new ArrayList<>();
    for (InsidePath at : IN_MEMORY) {
      Mode mode = at.text().equals("/run") ? Mode.PUBLIC : Mode.SHARED;
      boolean executes = unpacked.contains(at.text());
      memory.add(new Place(generation.directory().resolve(name(at)), mode.octal(), at, executes));
    }
    boolean compiles = manifest.execution() == Execution.COMPILED;
    if (compiles) {
      Path from = generation.directory().resolve(name(COMPILED));
      memory.add(new Place(from, Mode.PRIVATE.octal(), COMPILED, true));
    }
    InsidePath project = InsidePath.project(assignment.id());
    InsidePath scratch = project.resolve(".scratch");
    return new WritablePlaces(
        memory,
        new Place(layout.scratch(manifest.agent(), assignment.id()), "-", scratch, compiles),
        new Place(layout.home(manifest.agent()), "-", InsidePath.HOME, compiles),
        project(layout, generation, manifest, assignment, compiles));
  }

  private static Place project(
      SystemLayout layout,
      Generation generation,
      Manifest manifest,
      Assignment assignment,
      boolean compiles) {
    InsidePath at = InsidePath.project(assignment.id());
    Path mirror = layout.mirror(assignment.mirror());
    if (assignment.workspace() == Workspace.MIRROR) {
      return new Place(mirror, "-", at, compiles);
    }
    String layers = mirror + ":" + layout.overlay(manifest.agent(), assignment.id());
    return new Place(generation.directory().resolve(OVERLAY), layers, at, compiles);
  }

  /**
   * The directories in which a session executes files, or loads libraries, that the agent wrote.
   */
  public List<InsidePath> executed() {
    return Stream.concat(memory.stream(), Stream.of(scratch, home, project))
        .filter(place -> place.executes() && (place != project || isOverlay()))
        .map(Place::at)
        .toList();
  }

  /** Tells whether the session writes to its project, not only to the scratch directory. */
  public boolean isOverlay() {
    return !project.mode().equals("-");
  }

  /** The empty directories of a policy directory on which file systems are mounted. */
  public static List<String> directories() {
    return Stream.concat(
            Stream.concat(IN_MEMORY.stream(), Stream.of(COMPILED)).map(WritablePlaces::name),
            Stream.of(OVERLAY))
        .toList();
  }

  private static String name(InsidePath at) {
    return "memory/" + at.text().substring(1).replace('/', '-');
  }

  /** The content of the file. */
  public byte[] write() {
    List<Place> all = new ArrayList<>(memory);
    all.add(scratch);
    all.add(home);
    all.add(project);
    return all.stream()
        .map(Place::line)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }
}
