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
 * The staging directory of a merge, in the project: new files wait there, on the project's own file
 * system, and replaced files are moved there. Every path of the project is opened beneath its top.
 */
class Staging implements AutoCloseable {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final String PREFIX = ".bawn-merge-";

  /**
   * The name of the file that makes git ignore the staging directory: git neither adds nor cleans
   * the files of a killed merge.
   */
  private static final RawName IGNORE = RawName.of(".gitignore");

  /** The permissions that a user needs to work in a directory. */
  static final int PRIVATE = 0_700;

  private static final int SET_GID = 0_2000;

  /** The largest version of the session that is kept as the base of its later changes, in bytes. */
  private static final int LARGEST_BASE = 1 << 20;

  private static final int READABLE = 0_600;

  private final Path project;
  private final OpenDirectory top;
  private final RawName name;
  private Optional<OpenDirectory> staged;

  Staging(Path project, OpenDirectory top, RawName name, Optional<OpenDirectory> staged) {
    this.project = project;
    this.top = top;
    this.name = name;
    this.staged = staged;
  }

  /** The staging directory of a session; it may not exist. */
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

  /** Reads the project only, without a staging directory. */
  static Staging reading(Path project) throws IOException {
    return new Staging(project, OpenDirectory.at(project), RawName.of(PREFIX), Optional.empty());
  }

  /** The name of the staging directory in the project. */
  static RawName name(SessionName session) {
    return RawName.of(PREFIX + session);
  }

  /** Tells whether a path is in a staging directory. */
  static boolean contains(RawPath path) {
    return path.bytes().startsWith(PREFIX);
  }

  boolean isThere() {
    return staged.isPresent();
  }

  /** Makes the staging directory. */
  void make() throws IOException {
    try {
      top.make(name, PRIVATE);
      staged = Optional.of(top.directory(name));
      staged.get().create(IGNORE, new ByteArrayInputStream(new byte[] {'*', '\n'}), READABLE);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      throw new FileSystemException(project.resolve(name.bytes()).toString(), null, e.getReason());
    }
  }

  private OpenDirectory staged() throws IOException {
    return staged.orElseThrow(() -> new NoSuchFileException(name.bytes()));
  }

  /**
   * The result of writing a file into a directory.
   *
   * @param version the new version
   * @param base the session's content, as the base of its later changes; empty if it is not kept
   */
  record Put(Version version, Optional<byte[]> base) {}

  /** Writes a content into a directory under a name. */
  @FunctionalInterface
  interface Content {
    Put put(OpenDirectory directory, RawName name) throws IOException;
  }

  /**
   * Stages the file of a step.
   *
   * @throws ChangedMeanwhile if the file is not the expected one, or is missing
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

  /** The same failure, with the name of the file and of the directory. */
  static FileSystemException in(Path directory, MergeStep step, FileSystemException e) {
    String file = step.path().shown() + " in " + directory;
    String reason = e instanceof AccessDeniedException ? "permission denied" : e.getReason();
    return reason == null ? e : new FileSystemException(file, null, reason);
  }

  /** Copies a file into a directory. It is read only once, since there may be many. */
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

  /** The version in the staging directory: the new file of a step, or the file that it replaced. */
  Version version(MergeStep step) throws IOException {
    return version(step.name());
  }

  /** The version of a name in the staging directory. */
  Version version(RawName name) throws IOException {
    return staged.isEmpty() ? Version.NONE : Version.of(staged.get(), name);
  }

  /** An operation in the directory that contains a path. */
  @FunctionalInterface
  private interface Doing<T> {
    T in(OpenDirectory parent) throws IOException;
  }

  private <T> T at(RawPath path, Doing<T> doing) throws IOException {
    try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
      return doing.in(parent);
    }
  }

  /** The project's present version of a path. */
  Version project(RawPath path) throws IOException {
    try {
      return at(path, parent -> Version.of(parent, path.name()));
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Version.NONE;
    }
  }

  /** The kind of the project's present file, if it exists; its content is not read. */
  Optional<FileKind> kind(RawPath path) throws IOException {
    try {
      return at(path, parent -> parent.look(path.name())).map(FileStatus::kind);
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Optional.empty();
    }
  }

  /** The project's present entries in a directory. */
  List<RawPath> names(RawPath directory) throws IOException {
    try (OpenDirectory open = top.beneath(directory.bytes())) {
      return open.names().stream().map(directory::resolve).toList();
    }
  }

  /** Exchanges a staged file with the project's. */
  void exchange(RawName name, RawPath path) throws IOException {
    at(
        path,
        parent -> {
          staged().exchange(name, parent, path.name());
          return null;
        });
  }

  /** Marks the staged file of a step, before a rollback exchanges it. */
  ExchangeMark mark(MergeStep step) throws IOException {
    long inode =
        staged()
            .look(step.name())
            .orElseThrow(() -> new NoSuchFileException(step.name().bytes()))
            .inode();
    ExchangeMark mark = new ExchangeMark(step.number(), inode);
    staged().move(step.name(), staged(), mark.name());
    return mark;
  }

  /** Removes the mark from the staged file of a step. */
  void unmark(MergeStep step, ExchangeMark mark) throws IOException {
    staged().move(mark.name(), staged(), step.name());
  }

  /** The mark of a rollback that was killed. */
  Optional<ExchangeMark> marked() throws IOException {
    return staged.isEmpty()
        ? Optional.empty()
        : staged.get().names().stream().flatMap(name -> ExchangeMark.of(name).stream()).findFirst();
  }

  /** The inode of a marked file, or of its replacement. */
  long inode(ExchangeMark mark) throws IOException {
    return inode(staged().look(mark.name()));
  }

  /** The inode of the project's file; 0 if there is none. */
  long inode(RawPath path) throws IOException {
    try {
      return at(path, parent -> inode(parent.look(path.name())));
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return 0;
    }
  }

  private static long inode(Optional<FileStatus> status) {
    return status.map(FileStatus::inode).orElse(0L);
  }

  /** Moves the staged file to a free path of the project. */
  void place(MergeStep step) throws IOException {
    RawPath path = step.path();
    at(
        path,
        parent -> {
          staged().move(step.name(), parent, path.name());
          return null;
        });
  }

  /** Moves the project's file to a free path in the staging directory. */
  void withdraw(MergeStep step) throws IOException {
    RawPath path = step.path();
    at(
        path,
        parent -> {
          parent.move(path.name(), staged(), step.name());
          return null;
        });
  }

  /** Makes a directory, which inherits a setgid bit, or gives an existing one these permissions. */
  void makeDirectory(RawPath path, int mode) throws IOException {
    makeDirectory(path, mode, Optional.empty());
  }

  /**
   * Makes a directory as {@link #makeDirectory(RawPath, int)} does, with attributes.
   *
   * @param attributes of the directory that it restores
   */
  void makeDirectory(RawPath path, int mode, Optional<FileAttributes> attributes)
      throws IOException {
    at(
        path,
        parent -> {
          parent.make(path.name(), mode);
          return null;
        });
    try (OpenDirectory made = top.beneath(path.bytes())) {
      int now = made.status().mode();
      if (attributes.isPresent()) {
        made.take(attributes.get(), mode | now & SET_GID);
        return;
      }
      int wanted = mode | now & SET_GID;
      if (now != wanted) {
        made.setMode(wanted);
      }
    }
  }

  /** Tells whether these permissions prevent the owner from working in a directory. */
  static boolean isClosed(int mode) {
    return (mode & PRIVATE) != PRIVATE;
  }

  /**
   * Opens a directory that may be closed to its owner.
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

  /** Gives an existing directory these permissions. */
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

  /** The attributes of a directory; empty if it may not be opened. */
  Optional<FileAttributes> attributes(RawPath directory) throws IOException {
    try (OpenDirectory open = top.beneath(directory.bytes())) {
      return Optional.of(open.attributes());
    } catch (AccessDeniedException e) {
      return Optional.empty();
    }
  }

  /** Removes a directory, unless it has entries. */
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

  /** Fails unless the directory has entries, which others put into it. */
  private static void requireFilled(OpenDirectory parent, RawPath path, FileSystemException why)
      throws IOException {
    try (OpenDirectory directory = parent.directory(path.name())) {
      if (directory.names().isEmpty()) {
        throw why;
      }
    }
  }

  /** Moves the file that a step replaced into a directory of the session. */
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

  /** Writes all files to the disk. */
  void sync() throws IOException {
    top.sync();
  }

  /**
   * Removes the staging directory with the files of the steps. If others put files into it, it
   * stays.
   */
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
