package dev.bawn.contract.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.world.WellMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Examinations of both programs: no finding on a healthy machine, and each finding after its cause.
 */
final class ExaminationsTest {

  @TempDir private Path root;
  private WellMachine machine;

  @BeforeEach
  void a_machine_that_is_well() throws IOException {
    machine = new WellMachine(root);
  }

  /** Damages a machine in one way. */
  private interface Harm {
    void to(WellMachine machine) throws IOException;
  }

  private static List<Examination> examinations(WellMachine machine, long enough) {
    Installation installation = machine.world().installation();
    return List.of(
        new KernelExamination(machine.layout()),
        new BubblewrapExamination(installation, machine.world().rootOwned(), machine.layout()),
        new ProgramsExamination(machine.layout()),
        new InstallationExamination(installation, machine.world().rootOwned()),
        new FileSystemsExamination(machine.layout(), enough));
  }

  private static List<FindingKind> ailments(WellMachine machine, long enough) {
    return ExaminationReport.of(examinations(machine, enough)).found().stream()
        .map(Diagnosis::ailment)
        .toList();
  }

  @Test
  void nothing_is_found_where_all_is_well() {
    ExaminationReport report = ExaminationReport.of(examinations(machine, 0));
    assertEquals(List.of(), report.found());
    assertEquals(0, report.status());
  }

  @Test
  void a_release_of_the_kernel_that_cannot_be_read_is_not_called_old() throws IOException {
    machine.remove("proc/sys/kernel/osrelease");
    assertEquals(
        List.of(
            "the release of this kernel is unreadable; agent sessions need Linux 5.12 or newer"),
        ExaminationReport.of(examinations(machine, 0)).found().stream()
            .map(Diagnosis::what)
            .toList());
  }

  private static final Map<FindingKind, Harm> HARMS =
      Map.ofEntries(
          Map.entry(
              FindingKind.KERNEL_OLD,
              machine -> machine.put("proc/sys/kernel/osrelease", "5.10.0-32-amd64\n")),
          Map.entry(
              FindingKind.APPARMOR_MISSING,
              machine -> machine.put("sys/module/apparmor/parameters/enabled", "N\n")),
          Map.entry(
              FindingKind.APPARMOR_PARSER_MISSING,
              machine -> machine.remove("usr/bin/apparmor_parser")),
          Map.entry(FindingKind.AA_EXEC_MISSING, machine -> machine.remove("usr/bin/aa-exec")),
          Map.entry(
              FindingKind.SECURITYFS_MISSING,
              machine ->
                  Files.move(
                      machine.at("sys/kernel/security/apparmor"), machine.at("sys/elsewhere"))),
          Map.entry(
              FindingKind.USERNS_FORBIDDEN,
              machine -> machine.put("proc/sys/kernel/unprivileged_userns_clone", "0\n")),
          Map.entry(
              FindingKind.USERNS_NONE,
              machine -> machine.put("proc/sys/user/max_user_namespaces", "0\n")),
          Map.entry(
              FindingKind.USERNS_RESTRICTED,
              machine ->
                  machine.put("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n")),
          Map.entry(
              FindingKind.WATCHES_FEW,
              machine -> machine.put("proc/sys/fs/inotify/max_user_watches", "8192\n")),
          Map.entry(FindingKind.BUBBLEWRAP_MISSING, machine -> machine.remove("usr/bin/bwrap")),
          Map.entry(FindingKind.BUBBLEWRAP_SETUID, ExaminationsTest::makeSetuid),
          Map.entry(
              FindingKind.BUBBLEWRAP_OPEN, machine -> machine.mode("usr/bin/bwrap", "rwxrwxrwx")),
          Map.entry(FindingKind.BUBBLEWRAP_OLD, machine -> machine.put("usr/bin/bwrap", "0.4")),
          Map.entry(FindingKind.SUDO_MISSING, machine -> machine.remove("usr/bin/sudo")),
          Map.entry(FindingKind.PERL_MISSING, machine -> machine.remove("usr/bin/perl")),
          Map.entry(FindingKind.GIT_MISSING, machine -> machine.remove("usr/bin/git")),
          Map.entry(FindingKind.TAR_MISSING, machine -> machine.remove("usr/bin/tar")),
          Map.entry(FindingKind.SETFACL_MISSING, machine -> machine.remove("usr/bin/setfacl")),
          Map.entry(FindingKind.TMUX_MISSING, machine -> machine.remove("usr/bin/tmux")),
          Map.entry(
              FindingKind.INOTIFYWAIT_MISSING, machine -> machine.remove("usr/bin/inotifywait")),
          Map.entry(
              FindingKind.INSTALLATION_BROKEN, machine -> machine.remove("usr/lib/bawn/enter")),
          Map.entry(
              FindingKind.INSTALLATION_OPEN,
              machine -> machine.mode("usr/lib/bawn/bawn-0123456789ab.jar", "rw-rw-rw-")),
          Map.entry(
              FindingKind.FILTER_BROKEN,
              machine -> machine.put("usr/lib/bawn/session.bpf", "half")),
          Map.entry(
              FindingKind.JAVA_CHANGED,
              machine -> machine.put("usr/lib/jvm/java-25/lib/modules", "other modules")),
          Map.entry(
              FindingKind.JAVA_UNTRAINED,
              machine -> machine.remove("usr/lib/bawn/bawn-0123456789ab.aot")),
          Map.entry(
              FindingKind.SUDO_NOSUID,
              machine -> mount(machine, "30 21 8:2 / /usr rw,nosuid - ext4 /dev/vda2 rw")),
          Map.entry(
              FindingKind.STATE_NOEXEC,
              machine -> mount(machine, "30 21 8:2 / /var rw,noexec - ext4 /dev/vda2 rw")),
          Map.entry(
              FindingKind.STATE_OVERLAY,
              machine -> mount(machine, "30 21 8:2 / /var/lib rw - overlay overlay rw")),
          Map.entry(
              FindingKind.PROC_HIDDEN,
              machine -> mount(machine, "30 21 0:5 / /proc rw - proc proc rw,hidepid=invisible")));

  private static void mount(WellMachine machine, String line) throws IOException {
    String before = Files.readString(machine.at("proc/self/mountinfo"));
    machine.put("proc/self/mountinfo", before + line + "\n");
  }

  private static void makeSetuid(WellMachine machine) throws IOException {
    Files.setAttribute(machine.at("usr/bin/bwrap"), "unix:mode", 0104755);
  }

  @TestFactory
  Stream<DynamicTest> each_thing_is_found_where_it_is_wrong_and_nothing_else() {
    return HARMS.entrySet().stream()
        .map(harm ->
            DynamicTest.dynamicTest(
                harm.getKey().word(),
                () -> {
                  WellMachine harmed = new WellMachine(Files.createTempDirectory(root, "harmed"));
                  harm.getValue().to(harmed);
                  assertEquals(List.of(harm.getKey()), ailments(harmed, 0));
                }));
  }

  @Test
  void a_full_disk_is_found() {
    assertEquals(List.of(FindingKind.DISK_FULL), ailments(machine, Long.MAX_VALUE));
  }

  @Test
  void every_thing_that_is_looked_for_was_seen_to_be_found() {
    Set<FindingKind> provoked = EnumSet.copyOf(HARMS.keySet());
    provoked.add(FindingKind.DISK_FULL);
    Set<FindingKind> lookedFor = EnumSet.noneOf(FindingKind.class);
    examinations(machine, 0).forEach(each -> lookedFor.addAll(each.looksFor()));
    assertEquals(lookedFor, provoked);
  }

  @Test
  void what_cannot_be_looked_at_is_said_and_stops_nothing_else() throws IOException {
    machine.put("proc/sys/user/max_user_namespaces", "many\n");
    machine.remove("usr/bin/git");
    assertEquals(List.of(FindingKind.NOT_EXAMINED, FindingKind.GIT_MISSING), ailments(machine, 0));
  }

  @Test
  void every_finding_has_lines_that_solve_it() throws IOException {
    for (Harm harm : HARMS.values()) {
      WellMachine harmed = new WellMachine(Files.createTempDirectory(root, "harmed"));
      harm.to(harmed);
      for (Diagnosis diagnosis : ExaminationReport.of(examinations(harmed, 0)).found()) {
        assertTrue(diagnosis.hint().stream().anyMatch(line -> !line.isBlank()), diagnosis.what());
      }
    }
  }

  @Test
  void packages_are_installed_as_each_distribution_does_it() {
    Map<String, String> lines =
        Map.of(
            "ID=debian", "sudo apt install acl",
            "ID=arch", "sudo pacman -S --needed acl",
            "ID=\"rocky\"\nID_LIKE=\"rhel fedora\"", "sudo dnf install acl",
            "ID=opensuse-leap\nID_LIKE=\"suse opensuse\"", "sudo zypper install acl",
            "ID=nixos", "# install the package acl");
    lines.forEach((release, line) ->
        assertEquals(line, new PackageLines(OsRelease.parse(release)).install("acl")));
  }

  @Test
  void doctor_names_no_package_of_apparmor_that_a_distribution_has_not() {
    Map<String, String> lines =
        Map.of(
            "ID=debian", "sudo apt install apparmor",
            "ID=opensuse-leap\nID_LIKE=\"suse opensuse\"", "sudo zypper install apparmor-parser",
            "ID=fedora",
                "# apparmor_parser and aa-exec are in no package here:"
                    + " gitlab.com/apparmor/apparmor");
    lines.forEach((release, line) ->
        assertEquals(line, new PackageLines(OsRelease.parse(release)).installAppArmor()));
  }

  @Test
  void a_mount_is_the_last_and_longest_above_a_path() throws IOException {
    mount(machine, "30 21 8:2 / /var rw - ext4 /dev/a rw");
    mount(machine, "31 21 8:2 / /var/lib rw - xfs /dev/b rw");
    mount(machine, "32 21 8:2 / /var/lib\\040x rw - btrfs /dev/c rw");
    mount(machine, "none of ours");
    assertEquals("xfs", Mount.of(Path.of("/var/lib/bawn"), machine.layout()).orElseThrow().type());
    assertEquals("ext4", Mount.of(Path.of("/var/x"), machine.layout()).orElseThrow().type());
    assertEquals("btrfs", Mount.of(Path.of("/var/lib x/y"), machine.layout()).orElseThrow().type());
  }
}
