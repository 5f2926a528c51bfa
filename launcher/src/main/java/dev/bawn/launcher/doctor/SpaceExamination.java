package dev.bawn.launcher.doctor;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FileSystemsExamination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.linux.FreeSpace;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Examines whether the file systems of the caller's directories have room for the records, the
 * workspaces and the package caches of sessions.
 *
 * @param environment names the directories
 */
public record SpaceExamination(Map<String, String> environment) implements Examination {

  /** A session creates some hundred files before its command writes one. */
  private static final long ENOUGH_FILES = 1000;

  public SpaceExamination {
    environment = Map.copyOf(environment);
  }

  @Override
  public String subject() {
    return "the free space of your directories";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.SPACE_LOW);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    Set<FileStore> seen = new HashSet<>();
    for (Path directory : PersonalDirectory.all(environment)) {
      Path there = existing(directory);
      if (!seen.add(Files.getFileStore(there))) {
        continue;
      }
      FreeSpace free = FreeSpace.of(there);
      if (free.bytes() < FileSystemsExamination.ENOUGH_BYTES) {
        found.add(low(Count.bytes(free.bytes()) + " are", there));
      } else if (free.files() < ENOUGH_FILES) {
        found.add(low(free.files() + " inodes are", there));
      }
    }
    return found;
  }

  private static Diagnosis low(String free, Path directory) {
    return Diagnosis.of(
        FindingKind.SPACE_LOW,
        "only "
            + free
            + " free in "
            + directory
            + ": sessions may be unable to write their files there",
        "bawn clean   # removes ended sessions; bawn stats names the largest ones");
  }

  /** The directory, or its nearest parent that exists. */
  private static Path existing(Path directory) {
    Path there = directory;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return there;
  }
}
