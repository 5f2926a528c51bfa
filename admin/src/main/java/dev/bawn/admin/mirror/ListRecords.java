package dev.bawn.admin.mirror;

import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.ListedProject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The recorded lists of a mirror, for the comparison with the next list. A file can change and keep
 * its size and modification time; only its inode and change time differ then, and the copy in the
 * mirror has its own. So the lists are recorded beside the mirror, readable by root only. Changes
 * that a watcher reported since the last whole list are recorded in {@code /run}: after a crash of
 * the machine it is unknown which of them were on the disk.
 *
 * <p>The caller holds the lock of the mirror.
 */
public final class ListRecords {

  private static final String NAME = ".list-";
  private static final int MOST_RECENT = 1 << 20;

  /** The file names of the jars of this program, which contain the identity of their builds. */
  static final String PROGRAM =
      Stream.of(System.getProperty("java.class.path").split(":"))
          .map(jar -> Path.of(jar).getFileName().toString())
          .collect(Collectors.joining(":"));

  private final SystemLayout layout;
  private final Path whole;
  private final Path next;
  private final Path recent;
  private final Path listed;
  private boolean hasMirror = true;

  /**
   * @param layout with the directory of the mirrors
   * @param mirror the mirror of the lists
   */
  public ListRecords(SystemLayout layout, ProjectId mirror) {
    this.layout = layout;
    whole = layout.mirrors().resolve(NAME + mirror);
    next = IncompleteTrees.listing(layout.mirrors(), mirror.text());
    recent = layout.live().resolve(NAME + mirror);
    listed = layout.listed(mirror);
  }

  /**
   * Records that the mirror is created again: no list is compared with it until the next one is
   * kept. The files that were masked before stay masked.
   */
  void startAnew() {
    hasMirror = false;
  }

  /** Removes all recorded lists; the caller removes the mirror. */
  public void remove() throws IOException {
    for (Path file : List.of(listed, recent, next, whole)) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Writes the file by which the owner of the project finds out, without root, that a sync would
   * change nothing; removes that file if {@code project} is empty.
   */
  void list(Optional<ListedProject> project) throws IOException {
    if (project.isEmpty()) {
      Files.deleteIfExists(listed);
      return;
    }
    CurrentMarkerFile.directory(layout);
    CurrentMarkerFile.write(listed, project.get().bytes());
  }

  private static SeekableByteChannel open(Path file, OpenOption how) throws IOException {
    return Files.newByteChannel(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, how),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private Set<String> masked() throws IOException {
    Set<String> masked = MaskedFiles.in(whole);
    masked.addAll(MaskedFiles.in(recent));
    return masked;
  }

  /**
   * Opens a record of a whole list; it replaces all others once it is kept. It contains the masks
   * and the identity of the program that applied them, so that an equal list need not be masked
   * again.
   *
   * @param masks the masks of the operator, besides the usual ones
   */
  Whole whole(List<String> masks) throws IOException {
    byte[] asked = String.join("\n", masks).getBytes(StandardCharsets.UTF_8);
    return new Whole(
        open(next, StandardOpenOption.TRUNCATE_EXISTING),
        PROGRAM + "-" + HexFormat.of().formatHex(asked));
  }

  /** Opens a record of a partial list; once complete, it is kept in addition to the others. */
  ListRecord part() {
    return new Part();
  }

  /** The record of a whole list. */
  final class Whole extends ListRecord {

    private final SeekableByteChannel file;
    private final OutputStream out;
    private final String rules;
    private boolean isHead = true;
    private boolean compares = true;
    private long rulesAt;
    private boolean failed;
    private boolean complete;

    private Whole(SeekableByteChannel file, String rules) {
      this.file = file;
      this.out = Channels.newOutputStream(file);
      this.rules = rules;
    }

    @Override
    ListComparison comparison(OutputStream list) throws IOException {
      boolean isOne = compares && hasMirror && Files.exists(whole) && !Files.exists(recent);
      return new ListComparison(isOne ? Optional.of(whole) : Optional.empty(), rules, list);
    }

    @Override
    void compareNothing() {
      compares = false;
    }

    @Override
    public void write(byte[] chunk, int offset, int length) {
      try {
        int rest = offset;
        for (int at = offset; isHead && at < offset + length; at++) {
          if (chunk[at] == '\n') {
            isHead = false;
            out.write(chunk, offset, at - offset);
            rulesAt = file.position();
            out.write((" " + rules).getBytes(StandardCharsets.UTF_8));
            rest = at;
          }
        }
        out.write(chunk, rest, offset + length - rest);
      } catch (IOException e) {
        // the record is not kept: the next list is compared with an older one
        failed = true;
      }
    }

    @Override
    void tell(OutputStream receiver) throws IOException {
      long length = 0;
      List<Path> files = hasMirror ? List.of(whole, recent) : List.of();
      for (Path file : files) {
        length += Files.exists(file) ? Files.size(file) : 0;
      }
      receiver.write((length + "\n").getBytes(StandardCharsets.US_ASCII));
      for (Path file : files) {
        if (Files.exists(file)) {
          Files.copy(file, receiver);
        }
      }
      receiver.flush();
    }

    @Override
    Set<String> masked() throws IOException {
      return ListRecords.this.masked();
    }

    @Override
    void complete() {
      complete = true;
    }

    /**
     * Removes the rules from the record, so that the masks are applied to the next list even if it
     * is equal.
     */
    void forgetMasks() throws IOException {
      file.position(rulesAt);
      out.write(" ".repeat(rules.length()).getBytes(StandardCharsets.US_ASCII));
    }

    /** Replaces all other records, if this one is complete: the mirror is on the disk now. */
    void keep() throws IOException {
      out.close();
      if (complete && !failed) {
        hasMirror = true;
        if (Files.exists(whole) && Files.mismatch(whole, next) < 0) {
          Files.delete(next);
        } else {
          Files.move(next, whole, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(recent);
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(next);
    }
  }

  private final class Part extends ListRecord {

    private final ByteArrayOutputStream list = new ByteArrayOutputStream();

    @Override
    public void write(byte[] chunk, int offset, int length) {
      list.write(chunk, offset, length);
    }

    @Override
    ListComparison comparison(OutputStream next) throws IOException {
      return new ListComparison(Optional.empty(), "", next);
    }

    @Override
    void tell(OutputStream receiver) {}

    @Override
    Set<String> masked() throws IOException {
      return ListRecords.this.masked();
    }

    @Override
    void complete() throws IOException {
      if (Files.isDirectory(recent.getParent())
          && (!Files.exists(recent) || Files.size(recent) < MOST_RECENT)) {
        try (OutputStream out = Channels.newOutputStream(open(recent, StandardOpenOption.APPEND))) {
          list.writeTo(out);
        }
      }
    }
  }
}
