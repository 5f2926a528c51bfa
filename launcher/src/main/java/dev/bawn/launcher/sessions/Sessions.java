package dev.bawn.launcher.sessions;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The caller's unprivileged sessions. Every entry is listed; its content is verified. */
public final class Sessions {

  /** The number of sessions from which several processors are faster than one. */
  private static final int MANY = 100;

  private final SessionPlaces places;
  private final SessionStates states;

  /**
   * @param places their directories
   * @param states of them
   */
  public Sessions(SessionPlaces places, SessionStates states) {
    this.places = places;
    this.states = states;
  }

  /** All sessions, by name. */
  public List<ListedSession> all() {
    List<String> names = names(places.sessions());
    Set<String> known = new HashSet<>(names);
    for (String name : names(places.workspaces())) {
      if (!known.contains(name)) {
        names.add(name);
      }
    }
    names.sort(new NaturalOrder());
    return (names.size() < MANY ? names.stream() : names.parallelStream()).map(this::look).toList();
  }

  /**
   * The names of the entries, without those that begin with a dot, which are being made or removed.
   */
  private static List<String> names(Path directory) {
    requireOpen(directory);
    String[] entries = directory.toFile().list();
    List<String> names = new ArrayList<>();
    for (String name : entries == null ? new String[0] : entries) {
      if (!name.startsWith(".")) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * One session.
   *
   * @throws NotFound if there is none of that name
   * @throws Failed if the caller cannot read the directories of sessions
   */
  public ListedSession find(SessionName name) {
    requireOpen(places.sessions());
    requireOpen(places.workspaces());
    if (!isThere(places.session(name).path()) && !isThere(places.workspace(name))) {
      throw new NotFound("there is no session '" + name + "'", "list yours: bawn list");
    }
    return look(name.text());
  }

  /** Requires that a directory is missing or can be read: its entries would seem to be missing. */
  private static void requireOpen(Path directory) {
    File file = directory.toFile();
    if (!(file.isDirectory() && file.canRead() && file.canExecute())
        && !Files.notExists(directory)) {
      throw new Failed("your sessions cannot be read: " + directory, "see: namei -l " + directory);
    }
  }

  private static boolean isThere(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private ListedSession look(String name) {
    Path directory = places.sessions().resolve(name);
    boolean isDirectory = directory.toFile().isDirectory();
    if (!isDirectory && isThere(directory)) {
      return new ListedSession.Damaged(directory, "it is not a directory", remove(directory));
    }
    Path there = isDirectory ? directory : places.workspaces().resolve(name);
    SessionName parsed;
    try {
      parsed = SessionName.of(name);
    } catch (WrongUsage e) {
      return new ListedSession.Damaged(there, "a session cannot have this name", remove(there));
    }
    if (!isDirectory) {
      return withoutRecord(there, parsed);
    }
    boolean isBeingRemoved = places.session(parsed).isBeingRemoved();
    try {
      ListedSession listed = look(places.session(parsed));
      return isBeingRemoved && !(listed instanceof ListedSession.Elsewhere)
          ? halfRemoved(directory)
          : listed;
    } catch (Failure e) {
      if (isBeingRemoved) {
        return halfRemoved(directory);
      }
      return isClosed(directory)
          ? new ListedSession.Damaged(directory, "its directory is not readable", open(directory))
          : new ListedSession.Damaged(directory, e.what(), keeping(parsed, e.hint()));
    }
  }

  /** The hint of a damaged session whose files are still there. */
  private String keeping(SessionName name, String hint) {
    boolean canBeRestored = hint.startsWith(RecordFile.RESTORE);
    boolean isRemoved = canBeRestored || hint.startsWith(RecordFile.REMOVE);
    return isRemoved && isThere(places.workspace(name))
        ? (canBeRestored ? RecordFile.RESTORE : "")
            + "copy what you need from "
            + places.workspace(name)
            + " and remove the session: bawn destroy "
            + name
            + " --force"
        : hint;
  }

  private static ListedSession halfRemoved(Path directory) {
    return new ListedSession.Damaged(
        directory,
        "its removal was interrupted",
        "finish it: bawn destroy " + directory.getFileName(),
        true);
  }

  /**
   * A workspace whose record is missing, or is where another {@code XDG_STATE_HOME} would find it.
   */
  private static ListedSession withoutRecord(Path workspace, SessionName name) {
    String kept = SessionFile.line(workspace.resolve(SessionPlaces.RECORD));
    Path record = Path.of(kept);
    if (record.endsWith(Path.of("bawn", "sessions", name.text())) && isThere(record)) {
      return new ListedSession.Elsewhere(
          workspace,
          "its record is in another state directory: " + record,
          PersonalDirectory.STATE.hint(record.getParent().getParent()));
    }
    return new ListedSession.Damaged(
        workspace,
        "its record is missing; its files are in " + workspace,
        "copy what you need and remove the session: bawn destroy " + name + " --force");
  }

  private static boolean isClosed(Path directory) {
    return Files.exists(directory)
        && !(Files.isReadable(directory) && Files.isExecutable(directory));
  }

  /** The hint for a directory that this user cannot list or use. */
  public static String open(Path directory) {
    String path = ShellQuoting.join(List.of(directory.toString()));
    return isOwn(directory)
        ? "open it: chmod u+rwx " + path
        : "it belongs to another user; make it yours: sudo chown -R \"$(id -un)\" " + path;
  }

  /** Tells whether a file exists and belongs to the user. */
  public static boolean isOwn(Path path) {
    try {
      return Files.getAttribute(path, "unix:uid")
          .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }

  private static String remove(Path directory) {
    return "remove it: " + ShellQuoting.join(List.of("rm", "-r", "--", directory.toString()));
  }

  private ListedSession look(SessionDirectory session) {
    SessionRecord record = RecordFile.read(session);
    WorkspaceKind kind = record.workspace();
    boolean keeps = kind.isLayered() || kind == WorkspaceKind.EMPTY;
    if ((kind == WorkspaceKind.AGENT) != record.agent().isPresent()
        || keeps != record.changes().isPresent()
        || kind != WorkspaceKind.CLONE
            && (kind == WorkspaceKind.EMPTY) == record.project().isPresent()) {
      throw new Refused(
          "its plan is inconsistent: an " + kind.word() + " workspace without its directories",
          destroy(session.name()));
    }
    if (record.changes().isPresent() && isElsewhere(session.name(), record.changes().get())) {
      Path workspace = record.changes().get().getParent();
      return new ListedSession.Elsewhere(
          session.path(),
          "its files are in another data directory: " + workspace,
          PersonalDirectory.DATA.hint(workspace.getParent().getParent()));
    }
    if (record.changes().isPresent()) {
      requireOwn(session.name(), record.changes().get());
    }
    return new ListedSession.Intact(record, states.of(session));
  }

  private static Refused lost(Path changes, SessionName name) {
    if (isClosed(changes.getParent())) {
      return new Refused(changes.getParent() + " is not readable", open(changes.getParent()));
    }
    return isThere(changes)
        ? new Refused("its changes are missing: " + changes + " is not a directory", destroy(name))
        : new Refused(
            "its changes are missing: there is no " + changes,
            "if that directory is on a disk that is not mounted, mount the disk; otherwise "
                + destroy(name));
  }

  private static String destroy(SessionName name) {
    return RecordFile.REMOVE + name + " --force";
  }

  /** Tells whether the workspace is where another {@code XDG_DATA_HOME} would find it. */
  private boolean isElsewhere(SessionName name, Path changes) {
    return !changes.startsWith(places.workspace(name))
        && changes.getNameCount() > 1
        && changes.getParent().endsWith(Path.of("bawn", "workspaces", name.text()))
        && isThere(changes);
  }

  /**
   * Requires the directory for changes that bawn created: not behind a link, and not another one
   * that a changed plan names.
   */
  private void requireOwn(SessionName name, Path changes) {
    Path workspace = places.workspace(name);
    if (!changes.startsWith(workspace) || changes.equals(workspace)) {
      throw new Refused(
          "its plan names another directory for its changes: " + changes, destroy(name));
    }
    for (Path each = changes; each.startsWith(workspace); each = each.getParent()) {
      if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        throw lost(each, name);
      }
    }
  }
}
