package dev.bawn.launcher.mount;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which path of the host may become a mount of an unprivileged session. It follows links,
 * except those that a session could have made, and compares the target with the hidden paths and
 * with bawn's own directories.
 */
public final class MountGate {

  private static final String NAME_ITS_PARTS = "name the part that the session needs";

  private final Path home;
  private final PrivateDirectories own;
  private final SessionWritable writable;
  private final HiddenPlaces hidden;
  private final HiddenPlaces kept;
  private final Optional<EarlierSession> earlier;

  private MountGate(
      Path home,
      PrivateDirectories own,
      SessionWritable writable,
      HiddenPlaces hidden,
      HiddenPlaces kept,
      Optional<EarlierSession> earlier) {
    this.home = home;
    this.own = own;
    this.writable = writable;
    this.hidden = hidden;
    this.kept = kept;
    this.earlier = earlier;
  }

  /**
   * The gate of a session.
   *
   * @param home the caller's, without links
   * @param own bawn's own directories for the caller
   * @param writable the directories that any session could write
   * @param earlier the session, if it is started again
   */
  public static MountGate of(
      Path home,
      PrivateDirectories own,
      SessionWritable writable,
      Optional<EarlierSession> earlier) {
    return new MountGate(
        home,
        own,
        writable,
        hidden(home, Credentials.BELOW_HOME),
        new HiddenPlaces(home, own.places()),
        earlier);
  }

  /**
   * This gate with the paths that the settings hide.
   *
   * @param names below the caller's home
   */
  public MountGate hiding(List<String> names) {
    return names.equals(Credentials.BELOW_HOME)
        ? this
        : new MountGate(home, own, writable, hidden(home, names), kept, earlier);
  }

  private static HiddenPlaces hidden(Path home, List<String> names) {
    List<Path> places = new ArrayList<>();
    for (String name : names) {
      places.add(home.resolve(name));
    }
    return new HiddenPlaces(home, places);
  }

  /**
   * The parts of a project that no session writes or connects to.
   *
   * @param isBound whether a session writes the project itself
   * @param submodules those without a repository, if a session writes the project itself
   */
  public static ProjectParts parts(
      Optional<ProjectDirectory> project, boolean isBound, Set<Path> submodules) {
    MountSource nothing = system(Path.of("/"), "/dev/null").orElseThrow();
    return isBound && project.isPresent()
        ? PartsSearch.below(project.get().path(), submodules, nothing)
        : ProjectParts.none(nothing);
  }

  /** Tells whether git takes the directory for a repository, or for the work tree of one. */
  public static boolean isRepository(MountSource source) {
    return PartsSearch.isRepository(source.path());
  }

  /** The sources in bawn's own directories. */
  public SessionSources kept() {
    return new SessionSources(kept.all());
  }

  /**
   * A file of the system that programs need.
   *
   * @param system the root of it
   * @param name an absolute path there
   * @return empty if it is missing
   */
  public static Optional<MountSource> system(Path system, String name) {
    Path named = Path.of(name);
    Path there = system.resolve(name.substring(1));
    if (!Files.exists(there)) {
      return Optional.empty();
    }
    try {
      Path real = there.toRealPath();
      Identity identity = Identity.of(real);
      // a test uses another root
      Path path = real.startsWith(system) ? Path.of("/").resolve(system.relativize(real)) : real;
      return Optional.of(new MountSource(named, path, identity, Purpose.RUNTIME));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The caller's home. */
  Path home() {
    return home;
  }

  /** bawn's own directories for the caller. */
  PrivateDirectories own() {
    return own;
  }

  /**
   * The project at a named path.
   *
   * @param typed absolute
   * @throws dev.bawn.contract.failure.Failure if it cannot be one
   */
  public ProjectDirectory project(Path typed) {
    return ProjectDirectory.of(typed, this);
  }

  /**
   * The hidden paths in a project, relative to its top.
   *
   * @throws Refused if the whole project is hidden
   */
  public List<Path> hiddenIn(ProjectDirectory project) {
    Optional<HiddenPlaces.Place> place = hidden.holding(project.path());
    if (place.isPresent()) {
      throw new Refused(
          "'"
              + Printable.of(project.path())
              + "' is not a project: "
              + shown(place.get())
              + " is hidden",
          "see hidden_paths: bawn config show");
    }
    List<Path> below = new ArrayList<>();
    for (Path path : hidden.below(project.path())) {
      // a file that appears later needs a whiteout in the layer of masks
      if (Files.isDirectory(project.path().resolve(path).getParent())) {
        below.add(path);
      }
    }
    return below;
  }

  /**
   * A named share or home.
   *
   * @param path absolute
   * @throws IOException if it does not exist
   * @throws Refused if no session may get it
   */
  public MountSource named(Path path, Purpose purpose) throws IOException {
    MountSource source = follow(path, purpose);
    if (purpose == Purpose.DEVICE) {
      requireDevice(source.path());
    }
    requireOrdinary(source.path());
    return source;
  }

  /**
   * Requires a path of a device that only root can replace, since a device is mounted by its path.
   */
  private static void requireDevice(Path path) {
    for (String shared : List.of("/dev/shm", "/dev/mqueue", "/dev/hugepages")) {
      if (path.startsWith(shared)) {
        throw new Refused(
            "'"
                + Printable.of(path)
                + "' is not a device: "
                + shared
                + " contains files, not devices",
            "show a file: --ro or --rw");
      }
    }
  }

  /**
   * A path below the caller's home that sessions get if it exists: a directory of programs, or a
   * file that an option shows.
   *
   * @param warnings get the reason if it exists but is not shown
   */
  public Optional<MountSource> found(Path path, Purpose purpose, List<String> warnings) {
    try {
      MountSource source = follow(path, purpose);
      requireUnwritable(source);
      requireOrdinary(source.path());
      return Optional.of(source);
    } catch (IOException e) {
      return Optional.empty();
    } catch (Refused e) {
      warnings.add(Printable.of(path) + " is not shown: " + e.what());
      return Optional.empty();
    }
  }

  /**
   * The program of a tool, or its directory.
   *
   * @param program the name under which it was found
   * @param tree the path that the session gets, without links
   * @throws Refused if a session could have made a link on the way
   */
  public MountSource tool(Path program, Path tree) {
    try {
      follow(program, Purpose.TOOL);
      MountSource source = follow(tree, Purpose.TOOL);
      requireOrdinary(source.path());
      return source;
    } catch (IOException e) {
      throw new Refused(
          "'" + Printable.of(tree) + "' no longer exists", "name the program: --tool-path FILE");
    }
  }

  /** Tells whether a session could have made one of the links on a path. */
  public boolean isPlanted(Path path) throws IOException {
    for (Path link : LinkTrail.of(path).links()) {
      if (writable.above(link).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Refuses a link into a directory that a session can write: the session controls its target. */
  private void requireUnwritable(MountSource source) {
    if (source.path().equals(source.named())) {
      return;
    }
    Optional<Path> place = writable.holding(source.path());
    if (place.isPresent()) {
      throw new Refused(
          "it leads to '"
              + Printable.of(source.path())
              + "', and a session could write "
              + Printable.of(place.get()),
          "copy it, instead of linking to it");
    }
  }

  /** Refuses a path that is, contains or is in a hidden path or a directory of bawn. */
  private void requireOrdinary(Path path) {
    String shown = "'" + Printable.of(path) + "' is not shown: ";
    Optional<HiddenPlaces.Place> place = meeting(hidden, path);
    if (place.isPresent()) {
      boolean holds = hidden.holding(path).isPresent();
      String which = shown(place.get());
      throw new Refused(
          shown
              + (holds ? which : "it contains " + which + ", which")
              + " is hidden from every session",
          (holds ? "leave it out" : NAME_ITS_PARTS) + ", or see hidden_paths: bawn config show");
    }
    Optional<HiddenPlaces.Place> own = meeting(kept, path);
    if (own.isPresent()) {
      throw new Refused(
          shown + "bawn keeps its own files in " + Printable.of(own.get().named()),
          NAME_ITS_PARTS + ", or copy that part elsewhere");
    }
  }

  /** The hidden path that contains the path, is it, or is below it. */
  private static Optional<HiddenPlaces.Place> meeting(HiddenPlaces places, Path path) {
    Optional<HiddenPlaces.Place> place = places.holding(path);
    return place.isPresent() ? place : places.firstBelow(path);
  }

  private String shown(HiddenPlaces.Place place) {
    return "~/" + home.relativize(place.named());
  }

  /**
   * Follows a path.
   *
   * @throws IOException if it does not exist
   * @throws Refused if a session could have made a link on the way, or replaced the file since this
   *     session began
   */
  MountSource follow(Path path, Purpose purpose) throws IOException {
    LinkTrail trail = LinkTrail.of(path);
    for (Path link : trail.links()) {
      Optional<Path> place = writable.above(link);
      if (place.isPresent()) {
        throw new Refused(
            "'"
                + Printable.of(link)
                + "' is a symbolic link, and a session could write "
                + Printable.of(place.get()),
            "if you made the link, name its target: " + Printable.of(trail.real()));
      }
    }
    MountSource source = new MountSource(path, trail.real(), Identity.of(trail.real()), purpose);
    if (earlier.isPresent() && writable.above(source.path()).isPresent()) {
      requireUnchanged(source, earlier.get());
    }
    return source;
  }

  private static void requireUnchanged(MountSource source, EarlierSession session) {
    String shown = "'" + Printable.of(source.path()) + "'";
    if (session.sources().isEmpty()) {
      throw new Refused(
          "the session "
              + session.name()
              + " was stored by an older bawn, which did not record the inode of "
              + shown,
          "a session could have replaced it; start a new one: bawn launch --help");
    }
    RecordedSources recorded = session.sources().get();
    // a path that a setting added since then was not mounted before
    boolean isNew = !recorded.has(source.path()) && source.purpose() != Purpose.PROJECT;
    if (!isNew && !recorded.holds(source.path(), source.identity())) {
      throw new Refused(
          shown + " was replaced since the session " + session.name() + " began",
          "inspect it; if it is right, start a new session: bawn launch --help");
    }
  }
}
