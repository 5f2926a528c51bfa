package dev.bawn.admin.doctor;

import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.doctor.RepairCommands;
import dev.bawn.contract.doctor.TrustedKeysExamination;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the signing key and the keys that launchers trust.
 *
 * @param layout with the keys
 * @param rootOwned decides whether a path belongs to root
 */
public record KeysExamination(SystemLayout layout, RootOwned rootOwned) implements Examination {

  private static final Set<PosixFilePermission> ROOTS =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private static final String INIT = "sudo bawn-admin init";

  @Override
  public String subject() {
    return "the keys";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.KEY_MISSING,
        FindingKind.KEY_OPEN,
        FindingKind.KEY_NOT_TRUSTED,
        FindingKind.SEAL_BROKEN);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    List<Path> keys = files(layout.keys(), "*.key");
    if (keys.isEmpty()) {
      found.add(Diagnosis.of(FindingKind.KEY_MISSING, "this machine has no signing key", INIT));
    }
    for (Path key : keys) {
      secret(key, found);
    }
    for (Path trusted : files(layout.trusted(), "*")) {
      open(trusted, found);
    }
    if (!keys.isEmpty() && keys.stream().noneMatch(this::isTrusted)) {
      found.add(
          Diagnosis.of(
              FindingKind.KEY_NOT_TRUSTED,
              "the signing key is not trusted, so no agent can start",
              INIT));
    }
    return found.isEmpty() ? new TrustedKeysExamination(layout, rootOwned).look() : found;
  }

  private void secret(Path key, List<Diagnosis> found) throws IOException {
    if (!ROOTS.containsAll(Files.getPosixFilePermissions(key))) {
      found.add(
          new Diagnosis(
              FindingKind.KEY_OPEN,
              "other users can read the signing key " + key,
              List.of(
                  "sudo chmod 0600 " + key,
                  "# a user who has read it can sign policies: consider a new key")));
    } else {
      open(key, found);
    }
  }

  private void open(Path file, List<Diagnosis> found) {
    rootOwned
        .problem(file)
        .ifPresent(problem ->
            found.add(
                new Diagnosis(
                    FindingKind.KEY_OPEN,
                    "a file of the keys is not safe: " + problem.sentence(),
                    RepairCommands.of(problem, INIT))));
  }

  private boolean isTrusted(Path key) {
    String name = key.getFileName().toString().replaceFirst("\\.key$", ".pub");
    return Files.exists(layout.trusted().resolve(name));
  }

  private static List<Path> files(Path directory, String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
        entries.forEach(files::add);
      }
    }
    files.sort(null);
    return files;
  }
}
