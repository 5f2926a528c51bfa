package dev.bawn.contract.trust;

import static dev.bawn.contract.world.World.ALICE;
import static dev.bawn.contract.world.World.APP;
import static dev.bawn.contract.world.World.NOIR;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandList;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.world.TestSigner;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustChainTest {

  @TempDir Path root;
  private World world;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static Request request(Uid caller, Optional<SeenState> seen) {
    return new Request(NOIR, caller, seen, Depth.START);
  }

  private static Request whole() {
    return new Request(NOIR, ALICE, Optional.empty(), Depth.WHOLE);
  }

  private Finding v12() {
    return world.check(whole()).findings().stream()
        .filter(each -> each.step() == VerificationStep.V12)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void every_link_of_a_whole_chain_holds_and_is_told_in_order() throws IOException {
    world.kernel().loadedAsSealed();
    VerifiedStart verified = world.check();
    assertEquals(
        List.copyOf(EnumSet.complementOf(EnumSet.of(VerificationStep.V12))),
        verified.findings().stream().map(Finding::step).toList());
    assertEquals(
        Arrays.asList(VerificationStep.values()),
        world.check(whole()).findings().stream().map(Finding::step).toList());
    assertTrue(verified.findings().stream().allMatch(f -> f.strength() == Finding.Strength.HOLDS));
    assertTrue(verified.isConfinedByKernel());
  }

  @Test
  void root_may_check_an_agent_that_it_does_not_operate() {
    assertEquals(NOIR, world.check(request(Uid.ROOT, Optional.empty())).manifest().agent());
  }

  @Test
  void v1_refuses_where_no_key_is_trusted() throws IOException {
    Files.delete(world.trustedKey(world.signer()));
    Broken.at(VerificationStep.V1, "no key is trusted", world::check);
  }

  @Test
  void v1_refuses_a_key_that_others_can_write() throws IOException {
    mode(world.trustedKey(world.signer()), "rw-rw-r--");
    BrokenLink link =
        Broken.at(VerificationStep.V1, "writable by others (mode 0664)", world::check);
    assertEquals(
        "make sure that nobody changed it, then: sudo chmod go-w "
            + world.trustedKey(world.signer()),
        link.hint());
  }

  @Test
  void v1_refuses_a_directory_above_the_keys_that_others_can_write() throws IOException {
    mode(world.layout().at("etc"), "rwxrwxrwx");
    Broken.at(VerificationStep.V1, "etc is writable by others (mode 0777)", world::check);
  }

  @Test
  void v1_refuses_a_key_that_is_a_link() throws IOException {
    Path key = world.trustedKey(world.signer());
    Path elsewhere = Files.move(key, root.resolve("elsewhere"));
    Files.createSymbolicLink(key, elsewhere);
    Broken.at(VerificationStep.V1, "a symbolic link", world::check);
  }

  @Test
  void v1_refuses_a_key_under_another_keys_name() throws IOException {
    Path key = world.trustedKey(world.signer());
    Path found = Files.move(key, key.resolveSibling("0000000000000000.pub"));
    BrokenLink link = Broken.at(VerificationStep.V1, "is not the ID of its key", world::check);
    assertEquals(
        "if you trust it, rename it: sudo mv "
            + found
            + " "
            + key
            + "; otherwise: sudo rm "
            + found,
        link.hint());
  }

  @Test
  void v2_finds_no_agent_of_another_name() {
    NotFound failure =
        assertThrows(
            NotFound.class,
            () ->
                world.check(
                    new Request(AgentName.of("b.noir"), ALICE, Optional.empty(), Depth.START)));
    assertEquals("there is no agent 'b.noir'", failure.what());
    assertEquals(4, failure.exitCode());
  }

  @Test
  void v2_refuses_a_link_that_leads_out_of_the_sealed_directories() throws IOException {
    Path link = world.layout().agent(NOIR);
    Files.delete(link);
    Files.createSymbolicLink(link, root.resolve("tmp"));
    Broken.at(VerificationStep.V2, "leads to another directory", world::check);
  }

  @Test
  void v2_refuses_a_directory_in_the_links_place() throws IOException {
    Path link = world.layout().agent(NOIR);
    Files.delete(link);
    World.directory(link);
    Broken.at(VerificationStep.V2, "is not a link", world::check);
  }

  @Test
  void v2_names_the_way_out_of_a_missing_directory() throws IOException {
    Files.move(world.generation().directory(), root.resolve("elsewhere"));
    assertEquals(
        "restore the policy of a.noir from a backup, or delete the agent: sudo bawn-admin delete "
            + NOIR,
        Broken.at(VerificationStep.V2, "is missing", world::check).hint());
  }

  @Test
  void v2_refuses_a_sealed_directory_that_others_can_write() throws IOException {
    mode(world.generation().directory(), "rwxrwxr-x");
    Broken.at(VerificationStep.V2, "cannot be trusted", world::check);
  }

  @Test
  void v2_refuses_another_users_agent() {
    Refused failure =
        assertThrows(Refused.class, () -> world.check(request(new Uid(1001), Optional.empty())));
    assertEquals("a.noir is not your agent", failure.what());
  }

  @Test
  void v3_refuses_a_seal_of_a_key_that_is_not_trusted() throws IOException {
    byte[] manifest = Files.readAllBytes(world.generation().manifest());
    world.sign(manifest, new TestSigner(2), "bawn 1 agent=a.noir serial=17");
    Broken.at(VerificationStep.V3, "a key that is not trusted here", world::check);
  }

  @Test
  void v3_refuses_a_missing_seal() throws IOException {
    Files.delete(world.generation().seal());
    Broken.at(VerificationStep.V3, "manifest.toml.minisig of a.noir cannot be read", world::check);
  }

  @Test
  void v3_refuses_a_seal_of_another_agent_and_of_another_serial() throws IOException {
    byte[] manifest = Files.readAllBytes(world.generation().manifest());
    for (String comment :
        List.of("bawn 1 agent=b.noir serial=17", "bawn 1 agent=a.noir serial=16", "")) {
      world.sign(manifest, world.signer(), comment);
      Broken.at(VerificationStep.V3, "another agent or another serial", world::check);
    }
  }

  @Test
  void v4_refuses_an_account_that_is_gone_or_has_other_ids() throws IOException {
    world.accounts("b.noir:x:70000:70000::/:/bin/sh");
    Broken.at(VerificationStep.V4, "there is no account a.noir", world::check);
    world.accounts("a.noir:x:70001:70000::/:/bin/sh");
    Broken.at(VerificationStep.V4, "is not the account that root signed", world::check);
    world.accounts("a.noir:x:70000:0::/:/bin/sh");
    Broken.at(VerificationStep.V4, "is not the account that root signed", world::check);
    world.accounts("a.noir:x:many:70000::/:/bin/sh");
    Broken.at(VerificationStep.V4, "is not the account that root signed", world::check);
  }

  @Test
  void v4_refuses_a_list_of_commands_that_was_changed_or_is_gone() throws IOException {
    Path list = world.generation().directory().resolve(CommandList.FILE);
    String sealed = Files.readString(list);
    World.write(list, sealed.replace("/usr/bin/git", "/usr/bin/tig"));
    Broken.at(VerificationStep.V4, "the list of commands of a.noir was changed", world::check);
    World.write(list, sealed + sealed.lines().findFirst().orElseThrow() + "\n");
    Broken.at(VerificationStep.V4, "the list of commands of a.noir was changed", world::check);
    Files.delete(list);
    Broken.at(VerificationStep.V4, "the list of commands of a.noir cannot be read", world::check);
  }

  @Test
  void v5_refuses_a_state_that_is_older_than_one_that_was_seen() {
    assertEquals(
        17,
        world
            .check(request(ALICE, Optional.of(new SeenState(new Uid(70_000), new Serial(17)))))
            .manifest()
            .serial()
            .number());
    Broken.at(
        VerificationStep.V5,
        "older than a policy that you have seen",
        () ->
            world.check(
                request(ALICE, Optional.of(new SeenState(new Uid(70_000), new Serial(18))))));
  }

  @Test
  void v6_refuses_a_file_that_is_missing_or_was_never_sealed() throws IOException {
    Path extra = world.generation().directory().resolve("etc/hosts");
    World.write(extra, "127.0.0.1 localhost\n");
    Broken.at(
        VerificationStep.V6,
        "the policy has a file that root did not sign: etc/hosts",
        world::check);
    Files.delete(extra);
    Files.delete(world.generation().limits());
    Broken.at(VerificationStep.V6, "a signed file is missing: limits", world::check);
  }

  @Test
  void v6_refuses_a_sealed_file_that_became_a_link_or_writable() throws IOException {
    Path recipe = world.generation().recipe(APP);
    mode(recipe, "rw-rw-rw-");
    Broken.at(VerificationStep.V6, "writable by others (mode 0666)", world::check);
    Path elsewhere = Files.move(recipe, root.resolve("elsewhere"));
    Files.createSymbolicLink(recipe, elsewhere);
    Broken.at(VerificationStep.V6, "a symbolic link", world::check);
  }

  @Test
  void v8_refuses_an_adopted_tool_that_is_gone() throws IOException {
    String tool =
        "\n[[tool]]\nname = \"claude\"\nversion = \"2.1.0\"\ntree_sha256 = \"%s\"\nenv = []\n";
    String text = world.manifestText();
    world.sign(
        text.replace("\n[[assignment]]", tool.formatted("0".repeat(64)) + "\n[[assignment]]")
            .getBytes(StandardCharsets.UTF_8));
    Broken.at(VerificationStep.V8, "the adopted tool claude cannot be trusted", world::check);
    World.directory(world.layout().tools().resolve("claude/2.1.0"));
    assertEquals("1 adopted tool", world.finding(VerificationStep.V8).sentence());
  }

  @Test
  void v11_refuses_a_mirror_that_is_gone_or_is_no_directory() throws IOException {
    Files.delete(world.layout().mirror(APP));
    Broken.at(VerificationStep.V11, "does not belong to bawn-mirror", world::check);
    World.write(world.layout().mirror(APP), "");
    Broken.at(VerificationStep.V11, "does not belong to bawn-mirror", world::check);
  }

  @Test
  void v11_refuses_a_mirror_when_its_keeper_has_another_uid() throws IOException {
    String agent = "a.noir:x:70000:70000::/:/bin/sh\n";
    World.write(world.layout().passwd(), agent + "bawn-mirror:x:4711:4711::/:/bin/sh\n");
    Broken.at(VerificationStep.V11, "does not belong to bawn-mirror", world::check);
  }

  @Test
  void v11_refuses_a_project_that_another_user_made_at_the_same_path() throws IOException {
    World.directory(world.layout().at("home/alice/app"));
    world.assigned(new Uid(world.self().number() + 1), Optional.empty());
    Broken.at(VerificationStep.V11, "belongs to another user now", world::check);
    world.assigned(world.self(), Optional.empty());
    world.check();
  }

  @Test
  void v11_names_what_solves_it() throws IOException {
    Path mirror = world.layout().mirror(APP);
    mode(mirror.getParent(), "rwxrwxrwx");
    assertEquals(
        "make sure that nobody changed it, then: sudo chmod go-w " + mirror.getParent(),
        Broken.at(VerificationStep.V11, "is writable by others", world::check).hint());
    mode(mirror.getParent(), "rwx--x--x");
    Files.delete(mirror);
    assertEquals(
        "run: sudo bawn-admin sync a.noir app",
        Broken.at(VerificationStep.V11, "does not belong to bawn-mirror", world::check).hint());
    World.write(mirror, "");
    assertEquals(
        "replace the copy: sudo rm -rf --one-file-system -- "
            + mirror
            + " && sudo bawn-admin sync a.noir app",
        Broken.at(VerificationStep.V11, "does not belong to bawn-mirror", world::check).hint());
  }

  @Test
  void v4_refuses_what_was_sealed_without_the_names_of_users() throws IOException {
    String text = world.manifestText();
    world.sign(
        text.replaceFirst("users = \\[\n(?:  .*\n)*\\]\n", "").getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "run: sudo bawn-admin reseal a.noir",
        Broken.at(VerificationStep.V4, "was signed by an earlier version", world::check).hint());
  }

  @Test
  void an_operator_whose_number_is_another_users_by_now_is_refused() throws IOException {
    world.check();
    String accounts = Files.readString(world.layout().passwd());
    World.write(world.layout().passwd(), accounts + "alice:x:" + ALICE + ":1::/:/bin/sh\n");
    world.check();
    World.write(world.layout().passwd(), accounts + "mallory:x:" + ALICE + ":1::/:/bin/sh\n");
    Refused refused = assertThrows(Refused.class, world::check);
    assertEquals(
        "uid " + ALICE + " was alice when a.noir was signed, and is mallory now", refused.what());
    assertEquals("ask root: sudo bawn-admin operator add a.noir mallory", refused.hint());
  }

  @Test
  void a_project_that_is_not_assigned_is_not_found() {
    Verified verified = world.check(request(ALICE, Optional.empty()));
    assertEquals(
        "a.noir has no project 'other'",
        assertThrows(NotFound.class, () -> world.chain().start(verified, ProjectId.of("other")))
            .what());
  }

  @Test
  void v12_refuses_a_signed_list_of_writable_places_that_does_not_follow_from_the_policy()
      throws IOException {
    // signed by root, so that V6 is valid
    world.signedWritable(APP, list -> list.replace("noexec - ", "exec - "));
    BrokenLink link =
        Broken.at(
            VerificationStep.V12,
            "differs from the list that the policy requires",
            () -> world.check(whole()));
    assertTrue(link.expected().startsWith("noexec - "), link.expected());
    assertTrue(link.found().startsWith("exec - "), link.found());
    assertEquals("run: sudo bawn-admin reseal a.noir", link.hint());
    world.signedWritable(APP, list -> list + "exec - /srv\n");
    assertEquals(
        "exec - /srv",
        Broken.at(VerificationStep.V12, "differs from the list", () -> world.check(whole()))
            .found());
    world.signedWritable(APP, list -> list);
    world.check(whole());
  }

  @Test
  void v12_says_whether_landlock_is_applied() throws IOException {
    World.write(world.layout().at("proc/sys/kernel/osrelease"), "6.12.1\n");
    for (String[] each :
        new String[][] {
          {"lockdown,capability,landlock,yama\n", "applied"},
          {
            "lockdown,capability,yama\n",
            "none: this kernel was started without Landlock; the agent executes also open files that an"
                + " agent with --compiled passes over abstract sockets: this kernel was started"
                + " without Landlock"
          },
        }) {
      World.write(world.layout().at("sys/kernel/security/lsm"), each[0]);
      assertEquals(
          "app: the list of writable directories matches the policy; Landlock: " + each[1],
          v12().sentence());
    }
    World.write(world.layout().at("proc/sys/kernel/osrelease"), "5.15.1\n");
    assertTrue(v12().sentence().contains("older than Linux 5.19"));
  }

  @Test
  void v12_names_a_kernel_that_cannot_keep_agents_from_each_others_sockets() throws IOException {
    World.write(world.layout().at("proc/sys/kernel/osrelease"), "6.11.9\n");
    Finding finding = v12();
    assertEquals(Finding.Strength.WEAK, finding.strength());
    assertTrue(
        finding
            .sentence()
            .endsWith(
                "; the agent executes also open files that an agent with --compiled passes over"
                    + " abstract sockets: this kernel is older than Linux 6.12"),
        finding.sentence());
    World.write(world.layout().at("proc/sys/kernel/osrelease"), "6.12.1\n");
    assertEquals(Finding.Strength.HOLDS, v12().strength());
  }
}
