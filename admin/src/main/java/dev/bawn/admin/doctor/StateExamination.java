package dev.bawn.admin.doctor;

import dev.bawn.admin.audit.AuditLog;
import dev.bawn.admin.system.SystemDirectory;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.doctor.RepairCommands;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks the files of {@code init}: directories, the lock and the audit log.
 *
 * @param layout with these files
 * @param rootOwned decides whether a path belongs to root
 */
public record StateExamination(SystemLayout layout, RootOwned rootOwned) implements Examination {

  private static final String INIT = "sudo bawn-admin init";

  @Override
  public String subject() {
    return "what bawn keeps";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.NOT_INITIALISED,
        FindingKind.DIRECTORY_OPEN,
        FindingKind.LOCK_OPEN,
        FindingKind.JOURNAL_OPEN,
        FindingKind.JOURNAL_DAMAGED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    for (SystemDirectory own : SystemDirectory.of(layout)) {
      directory(own, found);
    }
    lock(found);
    journal(found);
    return found;
  }

  private void directory(SystemDirectory own, List<Diagnosis> found) throws IOException {
    Path path = own.path();
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      found.add(Diagnosis.of(FindingKind.NOT_INITIALISED, path + " is missing", INIT));
      return;
    }
    rootOwned
        .problem(path)
        .ifPresent(problem ->
            found.add(
                new Diagnosis(
                    FindingKind.DIRECTORY_OPEN,
                    problem.sentence(),
                    RepairCommands.of(problem, INIT))));
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    if (rootOwned.problem(path).isEmpty() && !mode.equals(own.permissions())) {
      found.add(
          Diagnosis.of(
              FindingKind.DIRECTORY_OPEN,
              path + " has the mode " + mode + " instead of " + own.permissions(),
              INIT));
    }
  }

  /** Checks the lock file: a process that can open it can lock it, and block bawn-admin. */
  private void lock(List<Diagnosis> found) throws IOException {
    Path file = layout.lock();
    if (Files.exists(file) && !isRootsAlone(file)) {
      found.add(
          new Diagnosis(
              FindingKind.LOCK_OPEN,
              "other users can hold the lock " + file + " and block bawn-admin",
              List.of("sudo chown root:root " + file, "sudo chmod 0600 " + file)));
    }
  }

  private boolean isRootsAlone(Path file) throws IOException {
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    return rootOwned.problem(file).isEmpty() && mode.equals("rw-------");
  }

  private void journal(List<Diagnosis> found) throws IOException {
    Path file = layout.audit();
    if (!Files.exists(file)) {
      return;
    }
    if (!isRootsAlone(file)) {
      found.add(
          new Diagnosis(
              FindingKind.JOURNAL_OPEN,
              "other users can read or change the audit log " + file,
              List.of("sudo chown root:root " + file, "sudo chmod 0600 " + file)));
    }
    int unreadable = new AuditLog(layout).read(act -> {});
    if (unreadable > 0) {
      found.add(
          new Diagnosis(
              FindingKind.JOURNAL_DAMAGED,
              unreadable + " lines of the audit log " + file + " cannot be read",
              List.of(
                  "# a crash can cut off one line; more than a few mean that another program"
                      + " wrote to the file. To keep it and begin a new one:",
                  "sudo mv " + file + " " + file + ".damaged")));
    }
  }
}
