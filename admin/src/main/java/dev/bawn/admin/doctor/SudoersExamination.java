package dev.bawn.admin.doctor;

import dev.bawn.admin.account.SudoersFile;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks that sudo lets exactly the operators of each policy start its agent.
 *
 * @param layout with the sudoers file
 * @param rootOwned decides whether a path belongs to root
 * @param file generates the expected text
 * @param manifests all policies
 */
public record SudoersExamination(
    SystemLayout layout, RootOwned rootOwned, SudoersFile file, List<Manifest> manifests)
    implements Examination {

  private static final String INIT = "sudo bawn-admin init";

  /** See sudoers(5): both spellings have the same meaning. */
  private static final Pattern INCLUDES =
      Pattern.compile("(?m)^\\s*[#@]includedir\\s+(/etc/sudoers\\.d|sudoers\\.d)/?\\s*$");

  public SudoersExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "sudoers";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.SUDOERS_MISSING,
        FindingKind.SUDOERS_CHANGED,
        FindingKind.SUDOERS_OPEN,
        FindingKind.SUDOERS_NOT_READ);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    Path sudoers = layout.sudoers();
    if (!Files.exists(sudoers)) {
      return List.of(
          Diagnosis.of(
              FindingKind.SUDOERS_MISSING,
              sudoers + " is missing: nobody can start an agent",
              INIT));
    }
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(sudoers));
    if (rootOwned.problem(sudoers).isPresent() || !mode.equals("r--r-----")) {
      return List.of(
          new Diagnosis(
              FindingKind.SUDOERS_OPEN,
              sudoers + " must belong to root, with mode 0440",
              List.of("sudo chown root:root " + sudoers, "sudo chmod 0440 " + sudoers)));
    }
    if (!file.says(manifests)) {
      return List.of(
          Diagnosis.of(
              FindingKind.SUDOERS_CHANGED, sudoers + " differs from the signed policies", INIT));
    }
    return isRead()
        ? List.of()
        : List.of(
            Diagnosis.of(
                FindingKind.SUDOERS_NOT_READ,
                "sudo does not read /etc/sudoers.d, so nobody can start an agent",
                "echo '@includedir /etc/sudoers.d' | sudo EDITOR='tee -a' visudo"));
  }

  private boolean isRead() throws IOException {
    Path main = layout.at("etc/sudoers");
    return !Files.exists(main)
        || INCLUDES.matcher(Files.readString(main, StandardCharsets.ISO_8859_1)).find();
  }
}
