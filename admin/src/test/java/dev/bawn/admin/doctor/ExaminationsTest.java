package dev.bawn.admin.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.account.SudoersFile;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.system.LimitUnits;
import dev.bawn.admin.system.SystemDirectory;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.doctor.ChainExamination;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.ExaminationReport;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.doctor.MissingProjectsExamination;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.world.WellMachine;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Examinations of root: no finding on a healthy machine, and each finding after its cause. */
final class ExaminationsTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T10:02:11Z"), ZoneOffset.UTC);
  private static final String SHADOW = "a.noir:!:20000:0:99999:7::1:\n";
  private static final String PASSWD =
      """
      a.noir:x:70000:70000:bawn agent:/var/lib/bawn/homes/a.noir:/usr/sbin/nologin
      bawn-mirror:x:%1$s:%1$s::/nonexistent:/usr/sbin/nologin
      """;

  @TempDir private Path root;

  /** Damages a machine in one way. */
  private interface Harm {
    void to(WellMachine machine) throws IOException;
  }

  private final List<HeldLock> watchers = new ArrayList<>();

  @AfterEach
  void watchersEnd() throws IOException {
    for (HeldLock watcher : watchers) {
      watcher.close();
    }
  }

  private WellMachine wellMachine(Path directory) throws IOException {
    WellMachine machine = new WellMachine(directory);
    machine.world().assigned(machine.world().self(), Optional.of(new Repository("none")));
    for (SystemDirectory own : SystemDirectory.of(machine.layout())) {
      World.directory(own.path());
      Files.setPosixFilePermissions(own.path(), PosixFilePermissions.fromString(own.permissions()));
    }
    machine.put("etc/bawn/keys/" + machine.world().signer().publicKey().id() + ".key", "secret");
    machine.mode(
        "etc/bawn/keys/" + machine.world().signer().publicKey().id() + ".key", "rw-------");
    machine.put("etc/shadow", SHADOW);
    machine.put("etc/group", "agents:x:990:a.noir\n");
    machine.put("etc/sudoers", "root ALL=(ALL) ALL\n@includedir /etc/sudoers.d\n");
    machine.put("var/lib/bawn/homes/a.noir/.profile", "");
    machine.put("var/lib/bawn/homes/gone.kept-1763719331/.profile", "");
    machine.put("var/lib/bawn/scratch/a.noir/app/notes", "");
    machine.put("etc/systemd/system/multi-user.target.wants/bawn-apparmor.service", "[Unit]\n");
    machine.put("etc/systemd/system/multi-user.target.wants/bawn-mirrors.service", "[Unit]\n");
    World.directory(machine.at("run/systemd/system"));
    machine.put("run/bawn/live/.lock", "");
    watchers.add(HeldLock.tryTake(machine.layout().liveLock()).orElseThrow());
    machine.put("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
    machine.put("run/dbus/system_bus_socket", "");
    limitUnits(machine).write(limited(machine));
    sudoers(machine);
    return machine;
  }

  private static OptionalLong used(Path file) {
    return OptionalLong.of(Files.exists(file) ? 0x7fff_ffff_ffffL : 1 << 20);
  }

  /**
   * Writes a sudoers file that visudo does not check; the check would use the sudoers of the real
   * system.
   */
  private static void sudoers(WellMachine machine) throws IOException {
    Manifest manifest = machine.world().chain().sealed(World.NOIR).manifest();
    machine.put("etc/sudoers.d/bawn", sudoersFile(machine).text(List.of(manifest)));
    machine.mode("etc/sudoers.d/bawn", "r--r-----");
  }

  private static SudoersFile sudoersFile(WellMachine machine) {
    return new SudoersFile(machine.layout(), Path.of("/usr/local/lib/bawn"));
  }

  private static List<Examination> examinations(WellMachine machine) {
    RootOwned rootOwned = machine.world().rootOwned();
    List<AgentName> agents = List.of(World.NOIR);
    Request request = new Request(World.NOIR, Uid.ROOT, Optional.empty(), Depth.START);
    return List.of(
        new StateExamination(machine.layout(), rootOwned),
        new UnitsExamination(machine.layout()),
        new KeysExamination(machine.layout(), rootOwned),
        new AccountsExamination(machine.layout(), agents, CLOCK),
        new UidsExamination(
            machine.layout(),
            Optional.empty(),
            new UidUse(machine.layout(), uid -> Optional.empty(), gid -> Optional.empty())),
        new SudoersExamination(
            machine.layout(), rootOwned, sudoersFile(machine), manifests(machine)),
        new MirrorsExamination(machine.layout(), manifests(machine)),
        new DisksExamination(
            manifests(machine).stream()
                .map(each -> each.withLimits(new Limits(256, 4096, 1 << 20, ResourceLimits.NONE)))
                .toList(),
            agent -> used(machine.at("used")),
            agent -> !Files.exists(machine.at("quota"))),
        new LimitsExamination(limited(machine), limitUnits(machine)),
        new MissingProjectsExamination(machine.layout(), manifests(machine)),
        new ProjectsExamination(
            machine.layout(), manifests(machine), assignment -> requireListable(machine)),
        new LeftoversExamination(machine.layout()),
        new ChainExamination(List.of(request), machine.world().chain()::check));
  }

  private static List<Manifest> limited(WellMachine machine) {
    return manifests(machine).stream()
        .map(each -> each.withLimits(new Limits(256, 4096, 0, new ResourceLimits(1 << 30, 0, 90))))
        .toList();
  }

  private static LimitUnits limitUnits(WellMachine machine) {
    return new LimitUnits(machine.layout(), unit -> !Files.exists(machine.at("stopped")));
  }

  /** Refuses a machine that has this file. */
  private static void requireListable(WellMachine machine) {
    if (Files.exists(machine.at("home/alice/.damaged"))) {
      throw new Failed("git cannot read it", "repair it");
    }
  }

  private static List<Manifest> manifests(WellMachine machine) {
    try {
      return List.of(machine.world().chain().sealed(World.NOIR).manifest());
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private static List<FindingKind> ailments(WellMachine machine) {
    return ExaminationReport.of(examinations(machine)).found().stream()
        .map(Diagnosis::ailment)
        .toList();
  }

  @Test
  void nothing_is_found_where_all_is_well() throws IOException {
    assertEquals(List.of(), ExaminationReport.of(examinations(wellMachine(root))).found());
  }

  private static final Map<FindingKind, Harm> HARMS =
      Map.ofEntries(
          Map.entry(
              FindingKind.NOT_INITIALISED,
              machine -> Files.move(machine.at("var/lib/bawn/scratch"), machine.at("elsewhere"))),
          Map.entry(
              FindingKind.DIRECTORY_OPEN,
              machine -> machine.mode("var/lib/bawn/homes", "rwxr-xr-x")),
          Map.entry(FindingKind.LOCK_OPEN, machine -> machine.put("var/lib/bawn/.lock", "")),
          Map.entry(
              FindingKind.JOURNAL_OPEN, machine -> machine.put("var/lib/bawn/audit.jsonl", "")),
          Map.entry(
              FindingKind.JOURNAL_DAMAGED,
              machine -> {
                machine.put("var/lib/bawn/audit.jsonl", "rubbish\n");
                machine.mode("var/lib/bawn/audit.jsonl", "rw-------");
              }),
          Map.entry(
              FindingKind.UNIT_DISABLED,
              machine ->
                  machine.remove(
                      "etc/systemd/system/multi-user.target.wants/bawn-apparmor.service")),
          Map.entry(
              FindingKind.WATCHER_DISABLED,
              machine ->
                  machine.remove(
                      "etc/systemd/system/multi-user.target.wants/bawn-mirrors.service")),
          Map.entry(FindingKind.WATCHER_FAILED, machine -> machine.remove("run/bawn/live/.lock")),
          Map.entry(
              FindingKind.MIRROR_HALF,
              machine -> machine.put("var/lib/bawn/mirrors/.new-app/README.md", "")),
          Map.entry(
              FindingKind.TOOL_HALF,
              machine -> machine.put("var/lib/bawn/tools/.new-claude/tree/bin/claude", "")),
          Map.entry(
              FindingKind.PROGRAMS_UNUSED,
              machine -> machine.put("var/lib/bawn/programs/0123456789abcdef/git", "")),
          Map.entry(FindingKind.KEY_MISSING, machine -> machine.remove(key(machine))),
          Map.entry(FindingKind.KEY_OPEN, machine -> machine.mode(key(machine), "rw-r-----")),
          Map.entry(
              FindingKind.KEY_NOT_TRUSTED,
              machine ->
                  Files.move(
                      machine.at(key(machine)), machine.at("etc/bawn/keys/0123456789ABCDEF.key"))),
          Map.entry(
              FindingKind.AGENTS_GROUP_MISSING,
              machine -> machine.put("etc/group", "other:x:1:\n")),
          Map.entry(
              FindingKind.MIRROR_KEEPER_MISSING,
              machine ->
                  machine.put("etc/passwd", PASSWD.lines().findFirst().orElseThrow() + "\n")),
          Map.entry(
              FindingKind.ACCOUNT_MISSING,
              machine ->
                  machine.put(
                      "etc/passwd", "bawn-mirror:x:999:999::/nonexistent:/usr/sbin/nologin\n")),
          Map.entry(
              FindingKind.ACCOUNT_SHELL,
              machine ->
                  machine
                      .world()
                      .accounts("a.noir:x:70000:70000:bawn agent:/nonexistent:/bin/bash")),
          Map.entry(
              FindingKind.ACCOUNT_VALID,
              machine -> machine.put("etc/shadow", "a.noir:!:20000:0:99999:7:::\n")),
          Map.entry(
              FindingKind.ACCOUNT_UNLOCKED,
              machine -> machine.put("etc/shadow", SHADOW.replace("!", "$y$hash"))),
          Map.entry(
              FindingKind.ACCOUNT_GROUP,
              machine -> machine.put("etc/group", "agents:x:990:b.noir\n")),
          Map.entry(
              FindingKind.ACCOUNT_ORPHAN,
              machine ->
                  machine
                      .world()
                      .accounts(
                          "a.noir:x:70000:70000:bawn agent:/nonexistent:/usr/sbin/nologin",
                          "b.noir:x:70001:70001:bawn agent:/nonexistent:/usr/sbin/nologin")),
          Map.entry(
              FindingKind.UIDS_SHARED, machine -> machine.put("etc/subuid", "alice:80000:65536\n")),
          Map.entry(FindingKind.SUDOERS_MISSING, machine -> machine.remove("etc/sudoers.d/bawn")),
          Map.entry(
              FindingKind.SUDOERS_CHANGED,
              machine -> {
                machine.put("etc/sudoers.d/bawn", "ALL ALL=(ALL) NOPASSWD: ALL\n");
                machine.mode("etc/sudoers.d/bawn", "r--r-----");
              }),
          Map.entry(
              FindingKind.SUDOERS_OPEN, machine -> machine.mode("etc/sudoers.d/bawn", "rw-rw-rw-")),
          Map.entry(
              FindingKind.SUDOERS_NOT_READ,
              machine -> machine.put("etc/sudoers", "root ALL=(ALL) ALL\n")),
          Map.entry(
              FindingKind.CHANGE_UNFINISHED,
              machine -> machine.put("var/lib/bawn/txn.toml", "format = 1\n")),
          Map.entry(
              FindingKind.GENERATION_HALF,
              machine -> machine.put("var/lib/bawn/agents/.gen/a.noir/.next/limits", "")),
          Map.entry(
              FindingKind.GENERATION_ORPHAN,
              machine -> machine.put("var/lib/bawn/agents/.gen/b.noir/1/limits", "")),
          Map.entry(
              FindingKind.FILE_HALF,
              machine -> machine.put("var/lib/bawn/.next-uid.next", "70001\n")),
          Map.entry(
              FindingKind.HOME_ORPHAN,
              machine -> machine.put("var/lib/bawn/homes/b.noir/.profile", "")),
          Map.entry(
              FindingKind.SCRATCH_ORPHAN,
              machine -> machine.put("var/lib/bawn/scratch/b.noir/app/x", "")),
          Map.entry(
              FindingKind.IDENTITY_ORPHAN,
              machine -> machine.put("var/lib/bawn/identities/b.noir/key", "")),
          Map.entry(
              FindingKind.MIRROR_MISSING,
              machine ->
                  Files.move(
                      machine.at("var/lib/bawn/mirrors/app"), machine.at("var/lib/bawn/away"))),
          Map.entry(
              FindingKind.PLACE_MISSING,
              machine ->
                  Files.move(
                      machine.at("var/lib/bawn/scratch/a.noir/app"),
                      machine.at("var/lib/bawn/away"))),
          Map.entry(FindingKind.DISK_ABOVE_LIMIT, machine -> machine.put("used", "")),
          Map.entry(FindingKind.DISK_QUOTA, machine -> machine.put("quota", "")),
          Map.entry(
              FindingKind.LIMITS_UNAVAILABLE,
              machine -> machine.put("sys/fs/cgroup/cgroup.controllers", "cpu pids\n")),
          Map.entry(FindingKind.LIMIT_UNIT_CHANGED, machine -> machine.put("stopped", "")),
          Map.entry(
              FindingKind.MIRROR_NOT_SYNCED, machine -> machine.put("home/alice/.damaged", "")),
          Map.entry(FindingKind.PROJECT_MISSING, machine -> machine.remove("home/alice/app")),
          Map.entry(
              FindingKind.PROJECT_ANOTHERS,
              machine -> {
                Uid other = new Uid(machine.world().self().number() + 1);
                machine.world().assigned(other, Optional.of(new Repository("none")));
              }),
          Map.entry(
              FindingKind.REPOSITORY_NOT_SIGNED,
              machine -> machine.world().assigned(machine.world().self(), Optional.empty())),
          Map.entry(
              FindingKind.POLICY_NOT_ENFORCED,
              machine -> machine.world().kernel().loaded("complain")),
          Map.entry(
              FindingKind.COMMANDS_CHANGED, machine -> machine.put("usr/bin/git", "a newer git")),
          Map.entry(
              FindingKind.SEAL_BROKEN,
              machine ->
                  Files.writeString(machine.world().generation().limits(), "--nproc=1000000")));

  /** Findings that cannot occur without another finding. */
  private static final Map<FindingKind, Set<FindingKind>> ALONG =
      Map.of(
          FindingKind.ACCOUNT_MISSING,
          Set.of(FindingKind.SEAL_BROKEN, FindingKind.SUDOERS_CHANGED));

  private static String key(WellMachine machine) {
    return "etc/bawn/keys/" + machine.world().signer().publicKey().id() + ".key";
  }

  @TestFactory
  Stream<DynamicTest> each_thing_is_found_where_it_is_wrong_and_nothing_else() {
    return HARMS.entrySet().stream()
        .map(harm ->
            DynamicTest.dynamicTest(
                harm.getKey().word(),
                () -> {
                  WellMachine machine = wellMachine(Files.createTempDirectory(root, "harmed"));
                  harm.getValue().to(machine);
                  Set<FindingKind> expected = EnumSet.of(harm.getKey());
                  expected.addAll(ALONG.getOrDefault(harm.getKey(), Set.of()));
                  assertEquals(expected, Set.copyOf(ailments(machine)));
                }));
  }

  @Test
  void a_wrong_file_among_the_trusted_keys_is_found() throws IOException {
    WellMachine machine = wellMachine(root);
    machine.put("etc/bawn/trusted/office.pub", "no key\n");
    List<Diagnosis> found =
        ExaminationReport.of(
                List.of(new KeysExamination(machine.layout(), machine.world().rootOwned())))
            .found();
    assertEquals(List.of(FindingKind.SEAL_BROKEN), found.stream().map(Diagnosis::ailment).toList());
    assertTrue(found.getFirst().what().startsWith("V1 (trusted keys): "), found.toString());
  }

  @Test
  void a_wrong_setting_of_bawn_admin_does_not_end_the_examinations() throws IOException {
    WellMachine machine = wellMachine(root);
    machine.put("etc/bawn/bawn.toml", "format = 1\noperators = []\ncolour = 1\n");
    List<Diagnosis> found = ExaminationReport.of(examinations(machine)).found();
    assertEquals(
        List.of(FindingKind.NOT_EXAMINED), found.stream().map(Diagnosis::ailment).toList());
    assertTrue(found.getFirst().what().contains("colour"), found.toString());
  }

  @Test
  void every_thing_that_is_looked_for_was_seen_to_be_found() throws IOException {
    Set<FindingKind> lookedFor = EnumSet.noneOf(FindingKind.class);
    examinations(wellMachine(root)).forEach(each -> lookedFor.addAll(each.looksFor()));
    assertEquals(lookedFor, HARMS.keySet());
  }
}
