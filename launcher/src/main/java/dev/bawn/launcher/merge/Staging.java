package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileAttributes;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.RawPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A directory in the project, there while a merge is under way: on the project's own file system
 * new files wait in it, and what they replaced comes to lie in it. Every path of the project is
 * opened beneath its top.
 */
final class Staging implements AutoCloseable {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final String PREFIX = ".bawn-merge-";

  /** Of the directory itself: git neither adds nor cleans what a killed merge leaves in it. */
  private static final RawName IGNORE = RawName.of(".gitignore");

  /** What a user needs to work in a directory. */
  static final int PRIVATE = 0_700;

  private static final int SET_GID = 0_2000;

  /** Of the session's version of a file, kept as the base of its later changes. */
  private static final int LARGEST_BASE = 1 << 20;

  private static final int READABLE = 0_600;

  private final Path project;
  private final OpenDirectory top;
  private final RawName name;
  private Optional<OpenDirectory> staged;

  private Staging(Path project, OpenDirectory top, RawName name, Optional<OpenDirectory> staged) {
    this.project = project;
    this.top = top;
    this.name = name;
    this.staged = staged;
  }

  /** The one of a session; it may not be there. */
  static Staging in(Path project, SessionName session) throws IOException {
    OpenDirectory top = OpenDirectory.at(project);
    RawName name = name(session);
    try {
      return new Staging(
          project,
          top,
          name,
          top.look(name).isEmpty() ? Optional.empty() : Optional.of(top.directory(name)));
    } catch (IOException e) {
      top.close();
      throw e;
    }
  }

  /** None: only the project is read. */
  static Staging reading(Path project) throws IOException {
    return new Staging(project, OpenDirectory.at(project), RawName.of(PREFIX), Optional.empty());
  }

  /** Its name in the project. */
  static RawName name(SessionName session) {
    return RawName.of(PREFIX + session);
  }

  /** Whether a path lies where merges are staged. */
  static boolean contains(RawPath path) {
    return path.bytes().startsWith(PREFIX);
  }

  boolean isThere() {
    return staged.isPresent();
  }

  /** Makes it. */
  void make() throws IOException {
    top.make(name, PRIVATE);
    staged = Optional.of(top.directory(name));
    staged.get().create(IGNORE, new ByteArrayInputStream(new byte[] {'*', '\n'}), READABLE);
  }

  private OpenDirectory staged() throws IOException {
    return staged.orElseThrow(() -> new NoSuchFileException(name.bytes()));
  }

  /**
   * What was put into a directory.
   *
   * @param version what is there now
   * @param base what the session has, by which its later changes are told; nothing where that is
   *     not kept
   */
  record Put(Version version, Optional<byte[]> base) {}

  /** What is put into a directory under a name. */
  @FunctionalInterface
  interface Content {
    Put put(OpenDirectory directory, RawName name) throws IOException;
  }

  /**
   * Stages what a step puts in place.
   *
   * @throws ChangedMeanwhile if it is not what was expected, or not there any more
   */
  Put put(MergeStep step, Content content) throws IOException {
    Put put;
    OpenDirectory directory = staged();
    try {
      put = content.put(directory, step.name());
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      throw ChangedMeanwhile.disappeared(step.path());
    } catch (FileSystemException e) {
      throw in(project, step, e);
    }
    if (!step.after().isUnread() && !put.version().equals(step.after())) {
      throw new ChangedMeanwhile(step.path());
    }
    return put;
  }

  /** The same failure, which names the file and the directory that was written. */
  static FileSystemException in(Path directory, MergeStep step, FileSystemException e) {
    String file = step.path().shown() + " in " + directory;
    String reason = e instanceof AccessDeniedException ? "permission denied" : e.getReason();
    return reason == null ? e : new FileSystemException(file, null, reason);
  }

  /** Puts what a file holds into a directory; read once, since there may be many. */
  static Put put(OpenFile file, OpenDirectory to, RawName name, int mode) throws IOException {
    Optional<byte[]> small = file.content(LARGEST_BASE);
    if (small.isPresent()) {
      to.create(name, new ByteArrayInputStream(small.get()), mode);
      return new Put(Version.file(mode, HashedContent.hash(small.get())), small);
    }
    file.rewind();
    DigestInputStream in = new DigestInputStream(file.stream(), HashedContent.digest());
    to.create(name, in, mode);
    String hash = HexFormat.of().formatHex(in.getMessageDigest().digest());
    return new Put(Version.file(mode, hash), Optional.empty());
  }

  /** Puts a link into a directory. */
  static Put put(String target, OpenDirectory to, RawName name) throws IOException {
    to.link(name, target);
    return new Put(Version.link(target), Optional.of(target.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /** What is staged for a step, or what it replaced. */
  Version version(MergeStep step) throws IOException {
    return staged.isEmpty() ? Version.NONE : Version.of(staged.get(), step.name());
  }

  /** What is done in the directory in which a path lies. */
  @FunctionalInterface
  private interface Doing<T> {
    T in(OpenDirectory parent) throws IOException;
  }

  private <T> T at(RawPath path, Doing<T> doing) throws IOException {
    try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
      return doing.in(parent);
    }
  }

  /** What the project has there now. */
  Version project(RawPath path) throws IOException {
    try {
      return at(path, parent -> Version.of(parent, path.name()));
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Version.NONE;
    }
  }

  /** What kind of thing the project has there now, if anything; nothing is read. */
  Optional<FileKind> kind(RawPath path) throws IOException {
    try {
      return at(path, parent -> parent.look(path.name())).map(FileStatus::kind);
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Optional.empty();
    }
  }

  /** What the project has in a directory now. */
  List<RawPath> names(RawPath directory) throws IOException {
    try (OpenDirectory open = top.beneath(directory.bytes())) {
      return open.names().stream().map(directory::resolve).toList();
    }
  }

  /** Exchanges what is staged with what the project has. */
  void exchange(MergeStep step) throws IOException {
    RawPath path = step.path();
    at(
        path,
        parent -> {
          staged().exchange(step.name(), parent, path.name());
          return null;
        });
  }

  /** Moves what is staged to where nothing is. */
  void place(MergeStep step) throws IOException {
    RawPath path = step.path();
    at(
        path,
        parent -> {
          staged().move(step.name(), parent, path.name());
          return null;
        });
  }

  /** Moves what the project has to where nothing is staged. */
  void withdraw(MergeStep step) throws IOException {
    RawPath path = step.path();
    at(
        path,
        parent -> {
          parent.move(path.name(), staged(), step.name());
          return null;
        });
  }

  /** Makes a directory, which inherits a setgid bit, or gives it these permissions. */
  void makeDirectory(RawPath path, int mode) throws IOException {
    at(
        path,
        parent -> {
          parent.make(path.name(), mode);
          return null;
        });
    try (OpenDirectory made = top.beneath(path.bytes())) {
      int now = made.status().mode();
      int wanted = mode | now & SET_GID;
      if (now != wanted) {
        made.setMode(wanted);
      }
    }
  }

  /** Whether a directory with these permissions does not let its owner work in it. */
  static boolean isClosed(int mode) {
    return (mode & PRIVATE) != PRIVATE;
  }

  /**
   * Lets the user work in a directory that may be closed to its owner.
   *
   * @return the permissions that it had
   */
  int openDirectory(RawPath path) throws IOException {
    return at(
        path,
        parent -> {
          int mode = mode(parent, path);
          if (isClosed(mode)) {
            parent.setMode(path.name(), mode | PRIVATE);
          }
          return mode;
        });
  }

  /** Gives a directory that is there these permissions. */
  void closeDirectory(RawPath path, int mode) throws IOException {
    at(
        path,
        parent -> {
          mode(parent, path);
          parent.setMode(path.name(), mode);
          return null;
        });
  }

  private static int mode(OpenDirectory parent, RawPath path) throws IOException {
    return parent
        .look(path.name())
        .filter(status -> status.is(FileKind.DIRECTORY))
        .orElseThrow(() -> new NotDirectoryException(path.shown()))
        .mode();
  }

  /** Removes a directory, unless something is in it. */
  void removeDirectory(RawPath path) throws IOException {
    at(
        path,
        parent -> {
          try {
            parent.removeDirectory(path.name());
          } catch (FileSystemException e) {
            requireFilled(parent, path, e);
          }
          return null;
        });
  }

  /** What others put into it keeps it. */
  private static void requireFilled(OpenDirectory parent, RawPath path, FileSystemException why)
      throws IOException {
    try (OpenDirectory directory = parent.directory(path.name())) {
      if (directory.names().isEmpty()) {
        throw why;
      }
    }
  }

  /** Puts what a step replaced into a directory of the session's. */
  void keep(MergeStep step, OpenDirectory old) throws IOException {
    if (staged.isEmpty() || staged.get().look(step.name()).isEmpty()) {
      return;
    }
    try {
      staged.get().move(step.name(), old, step.name());
    } catch (FileAlreadyExistsException e) {
      staged.get().remove(step.name());
    } catch (FileSystemException e) {
      copy(staged.get(), step.name(), old, READABLE);
      staged.get().remove(step.name());
    }
  }

  /** Copies a file with its attributes, or a link. */
  static Put copy(OpenDirectory from, RawName name, OpenDirectory to, int mode) throws IOException {
    FileStatus status = from.look(name).orElseThrow(() -> new NoSuchFileException(name.bytes()));
    to.remove(name);
    if (status.is(FileKind.LINK)) {
      return put(from.linkText(name), to, name);
    }
    try (OpenFile file = from.closedFile(name)) {
      Put put = put(file, to, name, mode);
      give(file.attributes(), mode, to, name);
      return put;
    }
  }

  /** Gives a new file the attributes of another one, and a mode. */
  static void give(FileAttributes attributes, int mode, OpenDirectory directory, RawName name)
      throws IOException {
    try (OpenFile file = directory.closedFile(name)) {
      file.take(attributes, mode);
    }
  }

  /** Waits until all of it is on the disk. */
  void sync() throws IOException {
    top.sync();
  }

  /** Removes it with the files of steps. What others put into it keeps it. */
  void remove() throws IOException {
    if (staged.isPresent()) {
      boolean isEmpty = true;
      for (RawName each : staged.get().names()) {
        boolean isStaged =
            (NUMBER.matcher(each.bytes()).matches() || each.equals(IGNORE))
                && staged.get().look(each).filter(it -> !it.is(FileKind.DIRECTORY)).isPresent();
        if (isStaged) {
          staged.get().remove(each);
        }
        isEmpty &= isStaged;
      }
      staged.get().close();
      staged = Optional.empty();
      if (isEmpty) {
        top.removeDirectory(name);
      }
    }
  }

  @Override
  public void close() {
    staged.ifPresent(OpenDirectory::close);
    top.close();
  }
}
