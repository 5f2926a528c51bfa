package dev.bawn.launcher.seed;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies files into the home of a session, while no session uses it. On both sides every name is
 * looked up in an open directory, so a link that an agent made is found and not followed.
 */
public final class SeedCopy {

  private static final int PRIVATE = 0600;
  private static final int PRIVATE_PROGRAM = 0700;
  private static final int OWNER_RUNS = 0100;

  private final Seeding seeding;
  private final Path home;
  private final SeedRecord record;
  private final List<Seed> copied = new ArrayList<>();
  private final List<Omission> failed = new ArrayList<>();

  private SeedCopy(Seeding seeding, Path home) {
    this.seeding = seeding;
    this.home = home;
    this.record = SeedRecord.of(home);
  }

  /**
   * The result of copying.
   *
   * @param copied the copied files
   * @param failed the files that could not be copied
   */
  public record Outcome(List<Seed> copied, List<Omission> failed) {

    /** The result if there was nothing to copy. */
    public static final Outcome NOTHING = new Outcome(List.of(), List.of());

    public Outcome {
      copied = List.copyOf(copied);
      failed = List.copyOf(failed);
    }
  }

  /**
   * Carries out the decisions.
   *
   * @param lock the lock of the home, made if it does not exist
   * @throws Refused if a session uses the home
   * @throws IOException if the home itself cannot be written
   */
  public static Outcome carryOut(Seeding seeding, Path lock) throws IOException {
    Path home = seeding.home().orElseThrow();
    try {
      Files.createFile(lock);
    } catch (FileAlreadyExistsException e) {
      // a session has used the home in between
    }
    try (Flock _ = Flock.take(lock).orElseThrow(() -> used(home))) {
      return new SeedCopy(seeding, home).all();
    }
  }

  private static Refused used(Path home) {
    return new Refused(
        home + " is in use by another session",
        "end that session first, or name another directory: --home DIR");
  }

  private Outcome all() throws IOException {
    try (OpenDirectory from = OpenDirectory.at(seeding.person());
        OpenDirectory to = OpenDirectory.at(home)) {
      for (Seed seed : seeding.copies()) {
        try {
          copy(seed, from, to);
        } catch (IOException e) {
          failed.add(
              new Omission(
                  seed.kind(), seed.shown() + ": " + Printable.of(String.valueOf(e.getMessage()))));
        }
      }
      for (Path path : seeding.gone()) {
        remove(path, to);
      }
    }
    record.write();
    return new Outcome(copied, failed);
  }

  private void copy(Seed seed, OpenDirectory from, OpenDirectory to) throws IOException {
    Read read = in(from, seeding.person().relativize(seed.from()), SeedCopy::read);
    byte[] content = read.content();
    if (!seed.keys().isEmpty()) {
      content = SettingsPart.of(content, seed.from().getFileName().toString(), seed.keys());
      if (content.length == 0) {
        return;
      }
    }
    write(seed, content, read.mode(), to);
    record.put(
        seed.to(),
        new SeedRecord.Entry(seed.kind(), seed.found(), FileIdentity.of(home.resolve(seed.to()))));
    copied.add(seed);
  }

  /** A file that was read. */
  private record Read(byte[] content, int mode) {}

  private static Read read(OpenDirectory directory, RawName name) throws IOException {
    try (OpenFile file = directory.file(name)) {
      byte[] content =
          file.content(SeedWalk.LARGEST_IN_PARTS)
              .orElseThrow(() -> new IOException("it grew meanwhile"));
      boolean isProgram = (file.status().mode() & OWNER_RUNS) != 0;
      return new Read(content, isProgram ? PRIVATE_PROGRAM : PRIVATE);
    }
  }

  private static void write(Seed seed, byte[] content, int mode, OpenDirectory to)
      throws IOException {
    make(to, seed.to(), 0);
    in(
        to,
        seed.to(),
        (directory, name) -> {
          directory.replace(name, content, seed.kind() == Seed.Kind.LOGIN ? PRIVATE : mode);
          return name;
        });
  }

  /** Makes the missing parent directories of a path. */
  private static void make(OpenDirectory directory, Path path, int at) throws IOException {
    if (at == path.getNameCount() - 1) {
      return;
    }
    RawName name = RawName.of(path.getName(at).toString());
    directory.make(name, PRIVATE_PROGRAM);
    try (OpenDirectory next = directory.directory(name)) {
      make(next, path, at + 1);
    }
  }

  private void remove(Path path, OpenDirectory to) {
    try {
      in(
          to,
          path,
          (directory, name) -> {
            directory.remove(name);
            return name;
          });
    } catch (IOException e) {
      // a session removed the directory, and the file with it
    }
    record.remove(path);
  }

  /** An operation on a name in its open directory. */
  private interface Deed<T> {
    T with(OpenDirectory directory, RawName name) throws IOException;
  }

  private static <T> T in(OpenDirectory directory, Path path, Deed<T> deed) throws IOException {
    RawName name = RawName.of(path.getName(0).toString());
    if (path.getNameCount() == 1) {
      return deed.with(directory, name);
    }
    try (OpenDirectory next = directory.directory(name)) {
      return in(next, path.subpath(1, path.getNameCount()), deed);
    }
  }
}
