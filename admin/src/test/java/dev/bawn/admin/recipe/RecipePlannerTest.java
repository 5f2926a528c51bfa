package dev.bawn.admin.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The steps of a sandbox, complete and in order. */
class RecipePlannerTest {

  private static final SystemLayout LAYOUT = SystemLayout.SYSTEM;
  private static final Path GENERATION = Path.of("/var/lib/bawn/agents/.gen/a.noir/17");

  private static Manifest noir(NetworkPolicy network) {
    return new Manifest(
        AgentName.of("a.noir"),
        new Uid(70_000),
        new Uid(70_000),
        new TreeSet<>(List.of(new Uid(1000))),
        new TreeMap<>(),
        new Serial(17),
        Instant.EPOCH,
        Profile.CUSTOM,
        Confinement.PREFERRED,
        Pin.WARN,
        network,
        Limits.DEFAULT,
        Execution.SIGNED,
        Collections.emptySortedMap(),
        Optional.empty(),
        List.of(
            new AllowedCommand(
                CommandName.of("sh"), "/usr/bin/dash", Sha256.ofText("dash"), 1, 2, 3)),
        List.of(),
        List.of(app()),
        new TreeMap<>());
  }

  private static Manifest signing() {
    PublicIdentity shown =
        PublicIdentity.of(
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")
            .orElseThrow();
    return noir(NetworkPolicy.OPEN)
        .withIdentity(Optional.of(new AgentIdentity(shown, Sha256.ofText("key"))));
  }

  @Test
  void all_sessions_see_the_libraries_and_headers_of_the_machine() {
    for (String shown : List.of("/usr/lib", "/usr/lib64/a", "/usr/share/b", "/usr/include/c.h")) {
      assertTrue(RecipePlanner.isShown(shown), shown);
    }
    assertFalse(RecipePlanner.isShown("/usr/library"));
    assertFalse(RecipePlanner.isShown("/opt/tools"));
  }

  @Test
  void a_session_sees_the_key_of_its_agent_read_only_and_git_signs_with_it() {
    List<String> mount = List.of("--ro-bind", "/var/lib/bawn/identities/a.noir", "/run/identity");
    List<String> with =
        BubblewrapArguments.of(planner(signing(), List.of()).plan(app(), List.of()));
    List<String> without = plan(NetworkPolicy.OPEN, List.of());
    int at = with.indexOf("/run/identity") - 2;
    assertEquals(mount, with.subList(at, at + 3));
    List<String> rest = new ArrayList<>(with);
    rest.subList(at, at + 3).clear();
    assertEquals(without, rest);
    assertTrue(git(signing()).endsWith(CommitSigning.settings()));
    assertEquals(git(signing()), git(noir(NetworkPolicy.OPEN)) + CommitSigning.settings());
  }

  private static String git(Manifest manifest) {
    return new String(GeneratedEtc.files(manifest).get("etc/gitconfig"), StandardCharsets.UTF_8);
  }

  private static Assignment app() {
    return new Assignment(
        ProjectId.of("app"),
        ProjectPath.of("/home/alice/app"),
        new Uid(1000),
        Optional.empty(),
        "worker",
        Workspace.MIRROR,
        ProjectId.of("app"),
        List.of(),
        List.of());
  }

  private static List<String> plan(NetworkPolicy network, List<String> instructions) {
    return BubblewrapArguments.of(planner(network, List.of()).plan(app(), instructions));
  }

  private static RecipePlanner planner(NetworkPolicy network, List<String> unpacked) {
    return planner(noir(network), unpacked);
  }

  private static RecipePlanner planner(Manifest manifest, List<String> unpacked) {
    Machine machine =
        new Machine(
            List.of("/usr/bin/dash", "/usr/sbin/ip"),
            new TreeMap<>(Map.of("/usr/bin/sh", "/usr/bin/dash")),
            new LibraryList(new TreeSet<>(), new TreeSet<>(List.of("/usr/lib/jvm"))),
            List.of("/usr/lib/git-core", "/usr/libexec/gcc"),
            new TreeMap<>(Map.of("/bin", "usr/bin", "/lib64", "usr/lib64")),
            new TreeMap<>(Map.of("DISABLE_AUTOUPDATER", "1")),
            new TreeSet<>(),
            new TreeMap<>(Map.of("codex/config.toml", "check = false\n")),
            unpacked);
    return new RecipePlanner(
        LAYOUT,
        manifest,
        new Generation(GENERATION),
        machine,
        Path.of("/var/lib/bawn/programs/9f86"));
  }

  private static String writable(List<String> unpacked) {
    byte[] file = planner(NetworkPolicy.OPEN, unpacked).writable(app()).write();
    return new String(file, StandardCharsets.UTF_8).replace(GENERATION.toString(), "GENERATION");
  }

  @Test
  void nothing_is_executed_from_what_a_session_can_write() {
    assertEquals(
        """
        noexec 1777 GENERATION/memory/dev-shm
        noexec 1777 GENERATION/memory/tmp
        noexec 0755 GENERATION/memory/run
        noexec 1777 GENERATION/memory/var-tmp
        noexec - /var/lib/bawn/scratch/a.noir/app
        noexec - /var/lib/bawn/homes/a.noir
        noexec - /var/lib/bawn/mirrors/app
        """,
        writable(List.of()));
  }

  @Test
  void a_tool_loads_libraries_only_from_the_directory_that_its_definition_names() {
    assertEquals(
        writable(List.of())
            .replace("noexec 1777 GENERATION/memory/tmp", "exec 1777 GENERATION/memory/tmp"),
        writable(List.of("/tmp")));
  }

  @Test
  void an_agent_that_compiles_executes_files_in_its_home_scratch_and_temporary_directory() {
    RecipePlanner planner =
        planner(noir(NetworkPolicy.OPEN).withExecution(Execution.COMPILED), List.of());
    String file = new String(planner.writable(app()).write(), StandardCharsets.UTF_8);
    assertEquals(
        List.of(
            "exec 0700 " + GENERATION + "/memory/compiled",
            "exec - /var/lib/bawn/scratch/a.noir/app",
            "exec - /var/lib/bawn/homes/a.noir",
            "exec - /var/lib/bawn/mirrors/app"),
        file.lines().filter(line -> line.startsWith("exec ")).toList());
    List<String> arguments = BubblewrapArguments.of(planner.plan(app(), List.of()));
    assertTrue(String.join(" ", arguments).contains("--setenv TMPDIR /compiled"));
  }

  @Test
  void a_recipe_makes_nothing_writable_that_is_not_on_the_list() {
    RecipePlanner planner = planner(NetworkPolicy.OPEN, List.of());
    for (SandboxStep step : planner.plan(app(), Instructions.SHOWN_AS)) {
      assertFalse(
          step instanceof SandboxStep.Scratchpad || step instanceof SandboxStep.Directory,
          step::toString);
      if (step instanceof SandboxStep.Mount mount && mount.written().isPresent()) {
        String from =
            ((SandboxStep.Bind) step).from().text().replace(GENERATION.toString(), "GENERATION");
        assertTrue(writable(List.of()).contains(" " + from + "\n"), from);
      }
    }
  }

  private static final String PROMPT = "[ \"$PS1\" != '\\s-\\v\\$ ' ] || PS1='a.noir/app:\\w\\$ '";

  @Test
  void a_sandbox_has_these_steps_in_this_order() {
    String expected =
        """
        --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup
        --disable-userns --die-with-parent --cap-drop ALL --uid 70000 --gid 70000 --hostname bawn
        --ro-bind /usr/lib /usr/lib --ro-bind /usr/share /usr/share
        --ro-bind-try /usr/lib32 /usr/lib32 --ro-bind-try /usr/lib64 /usr/lib64 --ro-bind-try /usr/include /usr/include
        --symlink usr/bin /bin --symlink usr/lib64 /lib64 --ro-bind /var/lib/bawn/programs/9f86 /usr/bin
        --ro-bind /usr/libexec/gcc /usr/libexec/gcc --ro-bind /usr/sbin/ip /usr/sbin/ip
        --ro-bind /usr/bin/env /.bawn/env --ro-bind-try /usr/bin/aa-exec /.bawn/aa-exec
        --ro-bind GENERATION/bin GENERATION/bin
        --ro-bind GENERATION/etc/bash.bashrc /etc/bash.bashrc
        --ro-bind GENERATION/etc/gitconfig /etc/gitconfig --ro-bind GENERATION/etc/group /etc/group --ro-bind GENERATION/etc/hosts /etc/hosts
        --ro-bind GENERATION/etc/nsswitch.conf /etc/nsswitch.conf --ro-bind GENERATION/etc/passwd /etc/passwd
        --ro-bind GENERATION/etc/codex+config.toml /etc/codex/config.toml
        --ro-bind-try /etc/resolv.conf /etc/resolv.conf --ro-bind-try /etc/localtime /etc/localtime
        --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /etc/ssl/certs /etc/ssl/certs
        --ro-bind-try /etc/ssl/openssl.cnf /etc/ssl/openssl.cnf
        --ro-bind-try /etc/ca-certificates /etc/ca-certificates
        --ro-bind-try /etc/pki/tls/certs /etc/pki/tls/certs
        --ro-bind-try /etc/pki/ca-trust/extracted /etc/pki/ca-trust/extracted
        --ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/terminfo /etc/terminfo
        --ro-bind-try /etc/mime.types /etc/mime.types --ro-bind-try /etc/services /etc/services
        --ro-bind-try /etc/protocols /etc/protocols
        --proc /proc --dev /dev --bind GENERATION/memory/dev-shm /dev/shm --bind GENERATION/memory/tmp /tmp
        --bind GENERATION/memory/run /run --bind GENERATION/memory/var-tmp /var/tmp --remount-ro /dev
        --ro-bind /var/lib/bawn/mirrors/app /work/app --ro-bind GENERATION/settings /work/app/.claude
        --bind /var/lib/bawn/scratch/a.noir/app /work/app/.scratch
        --bind /var/lib/bawn/homes/a.noir /home/agent
        --setenv HOME /home/agent --setenv PATH GENERATION/bin --setenv USER a.noir --setenv LOGNAME a.noir
        --setenv SHELL /usr/bin/dash --setenv PAGER cat --setenv LANG C.UTF-8 --setenv BASH_ENV /etc/bash.bashrc
        --setenv BASH_FUNC_command_not_found_handle%% FUNCTION --setenv DISABLE_AUTOUPDATER 1
        --setenv BAWN_SESSION a.noir/app --setenv PROMPT_COMMAND PROMPT_OF_BASH
        --setenv PROMPT PROMPT_OF_ZSH --setenv debian_chroot a.noir/app
        --remount-ro / --chdir /work/app
        """;
    String function = NotAllowed.function(AgentName.of("a.noir"));
    assertEquals(
        Stream.of(expected.replace("GENERATION", GENERATION.toString()).strip().split("\\s+"))
            .map(word -> word.equals("FUNCTION") ? function : word)
            .map(word -> word.equals("PROMPT_OF_BASH") ? PROMPT : word)
            .map(word -> word.equals("PROMPT_OF_ZSH") ? "a.noir/app:%~%# " : word)
            .toList(),
        plan(NetworkPolicy.OPEN, List.of()));
  }

  @Test
  void an_agent_without_network_has_a_network_namespace_of_its_own() {
    assertTrue(plan(NetworkPolicy.NONE, List.of()).contains("--unshare-net"));
    assertFalse(plan(NetworkPolicy.OPEN, List.of()).contains("--unshare-net"));
  }

  @Test
  void instructions_stand_read_only_where_agent_tools_look() {
    String steps = String.join(" ", plan(NetworkPolicy.OPEN, Instructions.SHOWN_AS));
    String file = GENERATION + "/instructions/app.md";
    assertTrue(steps.contains("--ro-bind " + file + " /work/app/CLAUDE.md"));
    assertTrue(steps.contains("--ro-bind " + file + " /work/app/AGENTS.md"));
  }
}
