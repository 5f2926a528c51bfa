package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Examines the mount options of the file systems that sessions need, and their free space.
 *
 * @param layout with the mounts
 * @param enough bytes that must be free for bawn's state
 */
public record FileSystemsExamination(SystemLayout layout, long enough) implements Examination {

  /** The free space that signing a policy needs; a mirror needs the size of its project. */
  public static final long ENOUGH_BYTES = 64L << 20;

  @Override
  public String subject() {
    return "the file systems";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.SUDO_NOSUID,
        FindingKind.STATE_NOEXEC,
        FindingKind.STATE_OVERLAY,
        FindingKind.PROC_HIDDEN,
        FindingKind.DISK_FULL);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    sudo(found);
    state(found);
    mount("/proc")
        .filter(proc -> proc.options().stream().anyMatch(FileSystemsExamination::hides))
        .ifPresent(proc ->
            found.add(
                Diagnosis.of(
                    FindingKind.PROC_HIDDEN,
                    "/proc hides the processes of others, so 'bawn verify' does not see sessions",
                    "sudo mount -o remount,hidepid=off /proc   # and in /etc/fstab")));
    room(found);
    return found;
  }

  private static boolean hides(String option) {
    return option.startsWith("hidepid=")
        && !option.equals("hidepid=0")
        && !option.equals("hidepid=off");
  }

  private void sudo(List<Diagnosis> found) throws IOException {
    mount("/usr/bin")
        .filter(usr -> usr.has("nosuid"))
        .ifPresent(usr ->
            found.add(
                Diagnosis.of(
                    FindingKind.SUDO_NOSUID,
                    usr.at()
                        + " is mounted nosuid, so sudo cannot work and nobody can start an"
                        + " agent",
                    "sudo mount -o remount,suid " + usr.at() + "   # as root, and in /etc/fstab")));
  }

  private void state(List<Diagnosis> found) throws IOException {
    Optional<Mount> state = mount("/var/lib/bawn");
    if (state.isEmpty()) {
      return;
    }
    if (state.get().has("noexec")) {
      found.add(
          Diagnosis.of(
              FindingKind.STATE_NOEXEC,
              state.get().at() + " is mounted noexec, so adopted tools cannot start",
              "sudo mount -o remount,exec " + state.get().at() + "   # and in /etc/fstab"));
    }
    if (state.get().type().equals("overlay") && new KernelPolicies(layout).hasAppArmor()) {
      found.add(
          Diagnosis.of(
              FindingKind.STATE_OVERLAY,
              "/var/lib/bawn is on an overlay, where AppArmor cannot prevent an agent from executing a file that it wrote",
              "# mount a plain file system, such as ext4, at /var/lib/bawn"));
    }
  }

  private void room(List<Diagnosis> found) throws IOException {
    Path state = layout.state();
    if (!Files.isDirectory(state)) {
      return;
    }
    long free = Files.getFileStore(state).getUsableSpace();
    if (free < enough) {
      found.add(
          Diagnosis.of(
              FindingKind.DISK_FULL,
              "no more than "
                  + (free >> 20)
                  + " MiB are free in "
                  + state
                  + ": bawn-admin refuses what it cannot record",
              "# make room; mirrors and tools take most: du -sh " + state + "/*"));
    }
  }

  /** The mount that contains a path of the running system, by the kernel's list. */
  private Optional<Mount> mount(String path) throws IOException {
    return Mount.of(Path.of(path), layout);
  }
}
