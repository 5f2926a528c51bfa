package dev.bawn.launcher.seed;

import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.PartOfFile;
import dev.bawn.contract.tool.ToolSeeds;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.launcher.mount.MountGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the user's home, the record of earlier copies, and the home of a session. A file is
 * copied once. It is copied again if the user changed it and no session changed the copy. A copy is
 * removed if no session changed it and the user's file is gone. Files that the session's home has
 * of its own stay.
 */
public final class SeedProbe {

  /** The path of the shared login in a session; {@code prepare-home} links to it. */
  private static final Path SHARED = Path.of("/run/login");

  private final Path person;
  private final List<String> hidden;
  private final MountGate gate;

  /**
   * @param person the home of the session's user, without links
   * @param hidden the paths below it that are never copied
   * @param gate decides which links are followed
   */
  public SeedProbe(Path person, List<String> hidden, MountGate gate) {
    this.person = person;
    this.hidden = List.copyOf(hidden);
    this.gate = gate;
  }

  /**
   * Decides which files are copied.
   *
   * @param seeds the files in the tool's definition
   * @param logins the paths of the tool's login, below any home; empty if the login is not copied
   * @param home the session's, which may not exist
   */
  public Seeding look(ToolSeeds seeds, List<HomePath> logins, Path home) {
    SeedWalk walk = walk(seeds, logins);
    SeedRecord record = SeedRecord.of(home);
    List<Seed> copies = new ArrayList<>();
    List<Omission> omitted = new ArrayList<>(walk.omitted());
    for (Seed seed : walk.found().values()) {
      Decision decision = decide(seed, record.at(seed.to()), home);
      if (decision == Decision.COPY) {
        copies.add(seed);
      } else if (decision == Decision.KEEP) {
        omitted.add(
            new Omission(
                seed.kind(),
                seed.shown() + ": the session's home has this file already, and keeps it"));
      }
    }
    if (!logins.isEmpty() && !hasLogin(walk)) {
      omitted.add(new Omission(Seed.Kind.LOGIN, "~/" + logins.getFirst() + " does not exist"));
    }
    return new Seeding(
        person, Optional.of(home), copies, gone(walk, record, logins, home), omitted);
  }

  private static boolean hasLogin(SeedWalk walk) {
    for (Seed seed : walk.found().values()) {
      if (seed.kind() == Seed.Kind.LOGIN && seed.keys().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private SeedWalk walk(ToolSeeds seeds, List<HomePath> logins) {
    SeedWalk walk = new SeedWalk(person, hidden, gate);
    for (HomePath login : logins) {
      walk.take(Path.of(login.text()), Seed.Kind.LOGIN, List.of());
    }
    if (!logins.isEmpty()) {
      for (PartOfFile part : seeds.loginSettings()) {
        List<String> keys = new ArrayList<>(keys(seeds.settings(), part.file()));
        keys.addAll(part.keys());
        walk.take(Path.of(part.file().text()), Seed.Kind.LOGIN, keys);
      }
    }
    for (PartOfFile part : seeds.settings()) {
      walk.take(Path.of(part.file().text()), Seed.Kind.SETTINGS, part.keys());
    }
    for (HomePath file : seeds.files()) {
      walk.take(Path.of(file.text()), Seed.Kind.SETTINGS, List.of());
    }
    return walk;
  }

  /** The keys that are copied of a file in any case. */
  private static List<String> keys(List<PartOfFile> parts, HomePath file) {
    for (PartOfFile part : parts) {
      if (part.file().text().equals(file.text())) {
        return part.keys();
      }
    }
    return List.of();
  }

  private enum Decision {
    COPY,
    KEEP,
    NOTHING
  }

  private static Decision decide(Seed seed, SeedRecord.Entry known, Path home) {
    Path copy = home.resolve(seed.to());
    if (known == null) {
      return Files.exists(copy, LinkOption.NOFOLLOW_LINKS) && !leadsToShared(copy)
          ? Decision.KEEP
          : Decision.COPY;
    }
    boolean isSame = known.source().equals(seed.found()) && known.kind() == seed.kind();
    // a login stays until a login is requested again
    if (isSame || known.kind() == Seed.Kind.LOGIN && seed.kind() == Seed.Kind.SETTINGS) {
      return Decision.NOTHING;
    }
    return isUntouched(copy, known) ? Decision.COPY : Decision.KEEP;
  }

  /**
   * Tells whether a copy is a link to the shared login, which a start without a separate login
   * leaves.
   */
  private static boolean leadsToShared(Path copy) {
    try {
      return Files.isSymbolicLink(copy) && Files.readSymbolicLink(copy).startsWith(SHARED);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Tells whether a copy is unchanged. A program that writes, moves or replaces a file changes one
   * of the three values, and cannot restore it.
   */
  private static boolean isUntouched(Path copy, SeedRecord.Entry known) {
    try {
      return FileIdentity.of(copy).equals(known.copy());
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> gone(
      SeedWalk walk, SeedRecord record, List<HomePath> logins, Path home) {
    List<Path> gone = new ArrayList<>();
    if (walk.isFull()) {
      return gone;
    }
    List<Path> known = new ArrayList<>(record.paths(Seed.Kind.SETTINGS));
    if (!logins.isEmpty()) {
      known.addAll(record.paths(Seed.Kind.LOGIN));
    }
    for (Path path : known) {
      if (!walk.found().containsKey(path) && isUntouched(home.resolve(path), record.at(path))) {
        gone.add(path);
      }
    }
    return gone;
  }
}
