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
 * The directories that sessions see as {@code /usr/bin}, below {@code /var/lib/bawn/programs}.
 *
 * <p>One bind mount instead of one for each program, since bubblewrap reads the whole table of
 * mounts after each: 60 of them took 20 ms of every start. Copies (where the file system can, they
 * share their blocks with the original) and not hard links, which cannot leave a file system and
 * would change the change time of the original, from which a later look tells whether it was
 * updated. Each program is kept once, under its digest, and linked from the directories that show
 * it; so its link count says when nobody needs it any more.
 */
public final class ProgramCopies {

  private static final String NEXT = ".next";
  private static final FileTime UNTOUCHED = FileTime.fromMillis(0);

  private final SystemLayout layout;

  /**
   * @param layout where they lie
   */
  public ProgramCopies(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * What a session has in /usr/bin, with every copy made and the directory in place. A program that
   * is no longer the one that was sealed, and of which no copy is left, is not among them: a start
   * refuses it by name.
   */
  ProgramList lay(List<AllowedCommand> commands, Machine machine) throws IOException {
    Trees.makeDirectory(layout.programs(), "rwx--x--x");
    Trees.makeDirectory(layout.programCopies(), "rwx------");
    ProgramList list = list(commands, machine, this::copied);
    show(list);
    return list;
  }

  /** What {@link #lay} would give, without a copy being made. */
  ProgramList list(List<AllowedCommand> commands, Machine machine) throws IOException {
    return list(commands, machine, this::original);
  }

  /** Finds the digest of a program that is not kept; nothing if it is not the sealed one. */
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
        boolean isKept = sealed.size() == 1 && Files.exists(layout.programCopy(sealed.getFirst()));
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

  /** The digests under which root allowed this program; none for an interpreter that came along. */
  private static List<Sha256> sealed(String program, List<AllowedCommand> commands) {
    return commands.stream()
        .filter(command -> command.target().equals(program))
        .map(AllowedCommand::sha256)
        .distinct()
        .toList();
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

  /** What the program is now, once a copy of it is kept; nothing if it is not the sealed one. */
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
    if (Files.exists(layout.programCopy(digest))) {
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

  /** Built under another name, then renamed: a directory named by a digest is always whole. */
  private void show(ProgramList list) throws IOException {
    Path directory = layout.programs(list.id());
    if (Files.isDirectory(directory)) {
      return;
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

  /**
   * Removes what no sealed directory names any more. The directory that a session began with stays
   * as long as the session, so nothing that is shown is emptied.
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

  /** What that would remove, copies aside that only removed directories show. */
  public List<Path> unused() throws IOException {
    List<Path> unused = unusedDirectories(named());
    unused.addAll(unusedFiles());
    return unused;
  }

  /** The directories that sealed ones name, present ones and those that sessions began with. */
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

  /** Nothing where a kill came before there were any. */
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

  /** Renamed first: what is half removed must not have a whole one's name. */
  private void remove(Path directory) throws IOException {
    Path gone = layout.programs().resolve(NEXT);
    if (!directory.equals(gone)) {
      Trees.remove(gone);
      Files.move(directory, gone);
    }
    Trees.remove(gone);
  }
}
