package dev.bawn.admin.sealing;

import dev.bawn.admin.recipe.Machine;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.layout.FileDigest;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The directories that sessions mount at {@code /usr/bin}, below {@code /var/lib/bawn/programs}.
 *
 * <p>One bind mount replaces one for each program, because bubblewrap reads the whole table of
 * mounts after each: 60 mounts took 20 ms of each start. The files are copies (reflinks if the file
 * system supports them). Hard links are not possible between file systems, and would change the
 * change time of the original, which shows later whether it was updated. Each program is stored
 * once, under its digest, with hard links in the directories that contain it; a link count of one
 * means that it is unused.
 */
public final class ProgramCopies {

  private static final String NEXT = ".next";
  private static final FileTime UNTOUCHED = FileTime.fromMillis(0);

  private final SystemLayout layout;

  /**
   * @param layout with these directories
   */
  public ProgramCopies(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Returns the programs that a session has in /usr/bin, after it has created all copies and the
   * directory. A program without a copy that has changed since it was signed is missing in the
   * list: a start refuses it by name.
   */
  ProgramList lay(List<AllowedCommand> commands, Machine machine) throws IOException {
    Trees.makeDirectory(layout.programs(), "rwx--x--x");
    Trees.makeDirectory(layout.programCopies(), "rwx------");
    ProgramList list = list(commands, machine, this::copied);
    show(list);
    return list;
  }

  /** Returns the list that {@link #lay} would return, and creates no copy. */
  ProgramList list(List<AllowedCommand> commands, Machine machine) throws IOException {
    return list(commands, machine, this::original);
  }

  /** Returns the digest of a program without a copy; empty if it differs from the signed one. */
  @FunctionalInterface
  private interface Source {
    Optional<ProgramList.Copy> of(String program, List<Sha256> sealed) throws IOException;
  }

  private ProgramList list(List<AllowedCommand> commands, Machine machine, Source source)
      throws IOException {
    TreeMap<String, ProgramList.Entry> entries = new TreeMap<>();
    for (String program : machine.programs()) {
      if (ProgramList.takes(program)) {
        List<Sha256> sealed = sealed(program, commands);
        boolean isKept = sealed.size() == 1 && isKept(sealed.getFirst());
        Optional<ProgramList.Copy> copy =
            isKept ? Optional.of(kept(program, sealed.getFirst())) : source.of(program, sealed);
        copy.ifPresent(each -> entries.put(each.name(), each));
      }
    }
    machine
        .links()
        .forEach((at, target) -> {
          if (ProgramList.takes(at)) {
            entries.put(name(at), new ProgramList.Link(name(at), target));
          }
        });
    return new ProgramList(new ArrayList<>(entries.values()));
  }

  private static String name(String program) {
    return program.substring(ProgramList.SHOWN_AT.length() + 1);
  }

  /**
   * Returns the digests with which root allowed this program; empty for an interpreter that was
   * added for a script.
   */
  private static List<Sha256> sealed(String program, List<AllowedCommand> commands) {
    return commands.stream()
        .filter(command -> command.target().equals(program))
        .map(AllowedCommand::sha256)
        .distinct()
        .toList();
  }

  /**
   * Tells whether there is a copy with this digest. A copy that was changed since does not count.
   */
  private boolean isKept(Sha256 digest) throws IOException {
    Path copy = layout.programCopy(digest);
    return Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS)
        && FileDigest.of(copy).equals(digest);
  }

  private ProgramList.Copy kept(String program, Sha256 digest) throws IOException {
    return new ProgramList.Copy(name(program), digest, Files.size(layout.programCopy(digest)));
  }

  private Optional<ProgramList.Copy> original(String program, List<Sha256> sealed)
      throws IOException {
    Path original = layout.at(program.substring(1));
    Sha256 digest = FileDigest.of(original);
    return sealed.isEmpty() || sealed.equals(List.of(digest))
        ? Optional.of(new ProgramList.Copy(name(program), digest, Files.size(original)))
        : Optional.empty();
  }

  /** Copies a program and returns its digest; empty if it differs from the signed one. */
  private Optional<ProgramList.Copy> copied(String program, List<Sha256> sealed)
      throws IOException {
    Path next = layout.programCopies().resolve(NEXT);
    Files.deleteIfExists(next);
    Path original = layout.at(program.substring(1));
    Files.copy(original, next, LinkOption.NOFOLLOW_LINKS);
    Sha256 digest = FileDigest.of(next);
    if (!sealed.isEmpty() && !sealed.equals(List.of(digest))) {
      Files.delete(next);
      return Optional.empty();
    }
    if (isKept(digest)) {
      Files.delete(next);
    } else {
      keep(next, Files.getPosixFilePermissions(original), digest);
    }
    return Optional.of(kept(program, digest));
  }

  private void keep(Path next, Set<PosixFilePermission> permissions, Sha256 digest)
      throws IOException {
    Files.setPosixFilePermissions(next, permissions);
    Files.setLastModifiedTime(next, UNTOUCHED);
    try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(next, layout.programCopy(digest), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Creates the directory under another name and renames it: a directory that is named by a digest
   * is always complete.
   */
  private void show(ProgramList list) throws IOException {
    Path directory = layout.programs(list.id());
    if (Files.isDirectory(directory)) {
      if (hasCopies(directory, list)) {
        return;
      }
      remove(directory);
    }
    Path building = layout.programs().resolve(NEXT);
    Trees.remove(building);
    Files.createDirectory(building);
    Files.setPosixFilePermissions(building, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (ProgramList.Entry entry : list.entries()) {
      Path at = building.resolve(entry.name());
      switch (entry) {
        case ProgramList.Copy copy -> Files.createLink(at, layout.programCopy(copy.sha256()));
        case ProgramList.Link link -> Files.createSymbolicLink(at, Path.of(link.target()));
      }
    }
    AtomicFile.syncDirectory(layout.programCopies());
    AtomicFile.syncDirectory(building);
    Files.move(building, directory);
    AtomicFile.syncDirectory(layout.programs());
  }

  /** Tells whether the programs in a directory are the copies, which were replaced if changed. */
  private boolean hasCopies(Path directory, ProgramList list) throws IOException {
    for (ProgramList.Entry entry : list.entries()) {
      Path at = directory.resolve(entry.name());
      if (entry instanceof ProgramList.Copy copy
          && !(Files.exists(at) && Files.isSameFile(at, layout.programCopy(copy.sha256())))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Removes directories and copies that no policy directory uses. The policy directory of a running
   * session is kept until the session ends, so no directory in use is removed.
   */
  public void removeUnused() throws IOException {
    Set<String> named = named();
    for (Path directory : unusedDirectories(named)) {
      remove(directory);
    }
    for (Path copy : unusedFiles()) {
      Files.delete(copy);
    }
    if (named.isEmpty()) {
      Trees.remove(layout.programs());
    }
  }

  /**
   * Returns the paths that {@link #removeUnused} would remove, without copies that are only linked
   * from removed directories.
   */
  public List<Path> unused() throws IOException {
    List<Path> unused = unusedDirectories(named());
    unused.addAll(unusedFiles());
    return unused;
  }

  /**
   * Returns the directories that policy directories use: those of current policies and of running
   * sessions.
   */
  private Set<String> named() throws IOException {
    Set<String> named = new HashSet<>();
    for (Path agent : entries(layout.allGenerations(), "*")) {
      for (Path generation : entries(agent, "[0-9]*")) {
        Path list = new Generation(generation).programs();
        if (Files.exists(list)) {
          named.add(Sha256.of(Files.readAllBytes(list)).hex());
        }
      }
    }
    return named;
  }

  private List<Path> unusedDirectories(Set<String> named) throws IOException {
    List<Path> unused = entries(layout.programs(), "*");
    unused.removeIf(directory -> {
      String name = directory.getFileName().toString();
      return directory.equals(layout.programCopies()) || named.contains(name);
    });
    return unused;
  }

  /**
   * Returns the copies that no directory links; empty if the directory of the copies was not
   * created yet.
   */
  private List<Path> unusedFiles() throws IOException {
    List<Path> unused = new ArrayList<>();
    for (Path copy : entries(layout.programCopies(), "*")) {
      if ((Integer) Files.getAttribute(copy, "unix:nlink") == 1) {
        unused.add(copy);
      }
    }
    return unused;
  }

  private static List<Path> entries(Path directory, String pattern) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, pattern)) {
        stream.forEach(entries::add);
      }
    }
    return entries;
  }

  /**
   * Renames a directory before its removal: a partly removed directory must not have the name of a
   * complete one.
   */
  private void remove(Path directory) throws IOException {
    Path gone = layout.programs().resolve(NEXT);
    if (!directory.equals(gone)) {
      Trees.remove(gone);
      Files.move(directory, gone);
    }
    Trees.remove(gone);
  }
}
