package dev.bawn.launcher.house;

import dev.bawn.contract.cli.ShellWords;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.session.RecordFile;
import dev.bawn.launcher.session.SessionDirectory;
import dev.bawn.launcher.session.SessionName;
import dev.bawn.launcher.session.SessionPlaces;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The caller's own sessions. Whatever lies among them, it is listed and not believed. */
public final class Sessions {

  private final SessionPlaces places;
  private final Path proc;

  /**
   * @param places where they lie
   * @param proc where {@code /proc} is
   */
  public Sessions(SessionPlaces places, Path proc) {
    this.places = places;
    this.proc = proc;
  }

  /** All of them, by name. */
  public List<Listed> all() {
    String[] names = places.sessions().toFile().list();
    if (names == null) {
      if (Files.notExists(places.sessions())) {
        return List.of();
      }
      throw new Failed(
          "your sessions cannot be read: " + places.sessions(), "see: ls -ld " + places.sessions());
    }
    Arrays.sort(names);
    List<Listed> all = new ArrayList<>(names.length);
    for (String name : names) {
      // what begins with a dot is being made or removed
      if (!name.startsWith(".")) {
        all.add(look(name));
      }
    }
    return all;
  }

  /**
   * One session.
   *
   * @throws NotFound if there is none of that name
   */
  public Listed find(SessionName name) {
    if (!Files.exists(places.session(name).path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new NotFound("there is no session '" + name + "'", "see all of yours: bawn list");
    }
    return look(name.text());
  }

  private Listed look(String name) {
    Path directory = places.sessions().resolve(name);
    if (!directory.toFile().isDirectory()) {
      return new Listed.Damaged(directory, "it is no directory", remove(directory));
    }
    SessionName parsed;
    try {
      parsed = SessionName.of(name);
    } catch (WrongUsage e) {
      return new Listed.Damaged(directory, "no session can have this name", remove(directory));
    }
    try {
      return look(places.session(parsed));
    } catch (Failure e) {
      return new Listed.Damaged(directory, e.what(), e.mend());
    }
  }

  private static String remove(Path directory) {
    return "remove it: " + ShellWords.join(List.of("rm", "-r", "--", directory.toString()));
  }

  private Listed look(SessionDirectory session) {
    SessionRecord record = RecordFile.read(session);
    WorkspaceKind kind = record.workspace();
    boolean keeps = kind == WorkspaceKind.OVERLAY || kind == WorkspaceKind.EMPTY;
    if (keeps != record.changes().isPresent()
        || (kind == WorkspaceKind.EMPTY) == record.project().isPresent()) {
      throw new Refused(
          "its plan does not go together: an " + kind.word() + " workspace without its directories",
          destroy(session.name()));
    }
    if (record.changes().isPresent()) {
      requireOwn(session.name(), record.changes().get());
    }
    return new Listed.Sound(record, session.state(proc));
  }

  private static String destroy(SessionName name) {
    return "remove what is left of it: bawn destroy " + name + " --force";
  }

  /**
   * What is read as the session's changes, and removed with it, lies where bawn put it: not behind
   * a link, and not elsewhere because somebody wrote so into the plan.
   */
  private void requireOwn(SessionName name, Path changes) {
    Path workspace = places.workspace(name);
    if (!changes.startsWith(workspace) || changes.equals(workspace)) {
      throw new Refused(
          "its plan names another place for what it wrote: " + changes, destroy(name));
    }
    for (Path each = changes; each.startsWith(workspace); each = each.getParent()) {
      if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        throw new Refused("what it wrote is gone: " + each + " is no directory", destroy(name));
      }
    }
  }
}
