package dev.bawn.launcher.seed;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about the home of a session before it begins; most often nothing.
 *
 * @param person the person's home, without links
 * @param home the session's; nothing where it gets none of this
 * @param copies what is copied
 * @param gone what was copied once, is not there any more, and was not touched by a session
 * @param omitted what is left out
 */
public record Seeding(
    Path person, Optional<Path> home, List<Seed> copies, List<Path> gone, List<Omission> omitted) {

  public Seeding {
    copies = List.copyOf(copies);
    gone = List.copyOf(gone);
    omitted = List.copyOf(omitted);
  }

  /** Of a session whose home gets nothing. */
  public static Seeding none(Path person) {
    return new Seeding(person, Optional.empty(), List.of(), List.of(), List.of());
  }

  /** Whether the home stays as it is. */
  public boolean isEmpty() {
    return copies.isEmpty() && gone.isEmpty();
  }
}
