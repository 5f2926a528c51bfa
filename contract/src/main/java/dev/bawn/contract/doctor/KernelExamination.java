package dev.bawn.contract.doctor;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.KernelRelease;
import dev.bawn.contract.process.KernelSetting;
import dev.bawn.contract.trust.KernelLink;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the features of the kernel that sessions need: version, AppArmor, user namespaces, watches
 * on files.
 */
public final class KernelExamination implements Examination {

  /**
   * The least number of watches; one large project uses more (the kernel's own default was 8192).
   */
  private static final long ENOUGH_WATCHES = 65_536;

  // the first version with mount_setattr(2), with which session makes mounts noexec
  private static final int MAJOR = 5;
  private static final int MINOR = 12;

  private final SystemLayout layout;
  private final KernelPolicies policies;
  private final PackageLines packages;

  /**
   * @param layout with {@code /proc} and {@code /sys}
   */
  public KernelExamination(SystemLayout layout) {
    this.layout = layout;
    this.policies = new KernelPolicies(layout);
    this.packages = PackageLines.on(layout);
  }

  @Override
  public String subject() {
    return "the kernel";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.KERNEL_OLD,
        FindingKind.APPARMOR_MISSING,
        FindingKind.SECURITYFS_MISSING,
        FindingKind.APPARMOR_PARSER_MISSING,
        FindingKind.AA_EXEC_MISSING,
        FindingKind.USERNS_FORBIDDEN,
        FindingKind.USERNS_NONE,
        FindingKind.USERNS_RESTRICTED,
        FindingKind.WATCHES_FEW);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    age(found);
    if (policies.hasAppArmor()) {
      appArmorsTools(found);
      restriction(found);
    } else {
      found.add(
          new Diagnosis(
              FindingKind.APPARMOR_MISSING,
              KernelLink.NO_APPARMOR,
              EnableAppArmor.on(layout).lines()));
    }
    userNamespaces(found);
    watches(found);
    return found;
  }

  private void age(List<Diagnosis> found) {
    KernelRelease release = KernelRelease.of(layout);
    if (release.isAtLeast(MAJOR, MINOR)) {
      return;
    }
    String what =
        release.text().isEmpty()
            ? "the release of this kernel is unreadable; agent sessions need Linux 5.12 or newer"
            : "Linux "
                + Printable.of(release.text())
                + " is older than 5.12 and has no mount_setattr(2), so no agent session starts";
    String line =
        release.text().isEmpty()
            ? "cat /proc/sys/kernel/osrelease"
            : "# install a kernel of 5.12 or newer, then restart the machine";
    found.add(Diagnosis.of(FindingKind.KERNEL_OLD, what, line));
  }

  private void appArmorsTools(List<Diagnosis> found) {
    if (!Files.isReadable(policies.directory())) {
      found.add(
          Diagnosis.of(
              FindingKind.SECURITYFS_MISSING,
              "no user can see which policies the kernel enforces: " + policies.directory(),
              "sudo mount -t securityfs securityfs /sys/kernel/security"));
    }
    if (!ProgramsExamination.isInstalled("apparmor_parser", layout)) {
      found.add(
          Diagnosis.of(
              FindingKind.APPARMOR_PARSER_MISSING,
              "apparmor_parser is not installed, so no policy can be compiled or loaded",
              packages.installAppArmor()));
    }
    if (!ProgramsExamination.isInstalled("aa-exec", layout)) {
      found.add(
          Diagnosis.of(
              FindingKind.AA_EXEC_MISSING,
              "aa-exec is not installed, so no session can start under its policy",
              packages.installAppArmor()));
    }
  }

  /** Examines Ubuntu's restriction of user namespaces, since 23.10. */
  private void restriction(List<Diagnosis> found) throws IOException {
    boolean restricted =
        number("proc/sys/kernel/apparmor_restrict_unprivileged_userns").orElse(0L) == 1;
    if (restricted
        && Files.isReadable(policies.directory())
        && policies.loaded("bawn-bubblewrap").isEmpty()) {
      found.add(
          new Diagnosis(
              FindingKind.USERNS_RESTRICTED,
              "this system allows user namespaces only with an AppArmor profile, and the profile for bawn's bubblewrap is not loaded",
              List.of(
                  "sudo bawn-admin init",
                  "# it compiles and loads PREFIX/lib/bawn/apparmor-templates/bawn-bubblewrap.profile:",
                  "#   profile bawn-bubblewrap flags=(unconfined) { userns, }",
                  "# and installs it as "
                      + layout.bubblewrapProfile()
                      + ", which each boot loads")));
    }
  }

  private void userNamespaces(List<Diagnosis> found) throws IOException {
    if (number("proc/sys/kernel/unprivileged_userns_clone").orElse(1L) == 0) {
      found.add(
          sysctl(
              FindingKind.USERNS_FORBIDDEN,
              "this kernel lets only root create user namespaces, so no session can start",
              "kernel.unprivileged_userns_clone=1"));
    }
    if (number("proc/sys/user/max_user_namespaces").orElse(0L) == 0) {
      found.add(
          sysctl(
              FindingKind.USERNS_NONE,
              "this kernel has no user namespaces, so no session can start",
              "user.max_user_namespaces=15000"));
    }
  }

  private void watches(List<Diagnosis> found) throws IOException {
    long watches = number("proc/sys/fs/inotify/max_user_watches").orElse(ENOUGH_WATCHES);
    if (watches < ENOUGH_WATCHES) {
      found.add(
          sysctl(
              FindingKind.WATCHES_FEW,
              "fs.inotify.max_user_watches is "
                  + watches
                  + ", too low for live mirrors of large projects",
              "fs.inotify.max_user_watches=524288"));
    }
  }

  /** A problem that a setting of the kernel solves, now and after each boot. */
  private static Diagnosis sysctl(FindingKind ailment, String what, String setting) {
    return new Diagnosis(
        ailment,
        what,
        List.of(
            "echo '" + setting + "' | sudo tee -a /etc/sysctl.d/60-bawn.conf",
            "sudo sysctl --system"));
  }

  private Optional<Long> number(String setting) throws IOException {
    Path file = layout.at(setting);
    try {
      return KernelSetting.text(file).map(Long::parseLong);
    } catch (NumberFormatException e) {
      throw new IOException(file + " contains no number", e);
    }
  }
}
