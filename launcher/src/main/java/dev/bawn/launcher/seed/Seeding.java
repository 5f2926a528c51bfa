package dev.bawn.launcher.seed;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The changes to the home of a session before it begins; usually none.
 *
 * @param person the user's home, without links
 * @param home the session's; empty if it gets no copies
 * @param copies the files to copy
 * @param gone earlier copies to remove: the user's file is gone, and no session changed the copy
 * @param omitted the files that are left out
 */
public record Seeding(
    Path person, Optional<Path> home, List<Seed> copies, List<Path> gone, List<Omission> omitted) {

  public Seeding {
    copies = List.copyOf(copies);
    gone = List.copyOf(gone);
    omitted = List.copyOf(omitted);
  }

  /** No change to the home. */
  public static Seeding none(Path person) {
    return new Seeding(person, Optional.empty(), List.of(), List.of(), List.of());
  }

  /** Tells whether the home stays as it is. */
  public boolean isEmpty() {
    return copies.isEmpty() && gone.isEmpty();
  }
}
