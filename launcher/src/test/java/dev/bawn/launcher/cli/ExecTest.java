package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A further command in a running session. */
class ExecTest {

  private static final String ARGUMENTS =
      "--unshare-user --unshare-pid --clearenv --setenv HOME /home/agent --setenv SHELL /bin/bash"
          + " --setenv HOME /home/bawn --chdir /home/alice/app";

  @TempDir Path root;
  private World world;
  private Path home;
  private Person alice;

  @BeforeEach
  void aMachineAndASessionThatRuns() throws IOException {
    world = new World(root);
    home = Files.createDirectories(world.layout().at("home/alice"));
    alice = Person.owning(world, home);
    World.write(root.resolve("proc/42/stat"), "42 (a) b) S" + " 0".repeat(18) + " 7 0\n");
    runs(ARGUMENTS, true, "");
  }

  private SessionFixture runs(String steps, boolean landlock, String variables) throws IOException {
    SessionFixture session = new SessionFixture(home, "app-1");
    String rest =
        "\"sandbox\" : [ \"%s\" ], \"overlay\" : { \"layers\" : [ \"/x\" ], \"upper\" : \"/y\" },"
            + " \"network\" : \"open\", \"landlock\" : %s, \"variables\" : [ %s ], \"argv\" : [ ]";
    World.write(
        session.directory.resolve("plan.json"),
        session
            .plan("overlay", session.project, session.upper)
            .replace(
                "\"sandbox\" : [ \"--unshare-user\" ]",
                rest.formatted(steps.replace(" ", "\", \""), landlock, variables)));
    World.write(session.directory.resolve("started"), "42 7\n");
    return session;
  }

  private String joins(String filter, String scopes, String... words) {
    Path library = world.installation().library();
    List<String> argv =
        List.of(
            "/usr/bin/perl",
            library.resolve("join").toString(),
            home.resolve(".local/state/bawn/sessions/app-1").toString(),
            "/home/alice/app",
            library.resolve(filter).toString(),
            scopes);
    return "bawn1|0|"
        + (argv.size() + words.length)
        + "|"
        + String.join("|", argv)
        + (words.length == 0 ? "" : "|" + String.join("|", words));
  }

  @Test
  void exec_joins_the_sandbox_that_the_session_began_with() throws IOException {
    alice.types("exec", "app-1", "--", "git", "diff").succeeds();
    assertEquals(
        joins("nested.bpf", "closed") + "|args|4|HOME|/home/bawn|SHELL|/bin/bash|end|",
        alice.plan("|"));
  }

  @Test
  void without_a_command_it_is_a_shell() throws IOException {
    alice.types("exec", "app-1").succeeds();
    assertTrue(alice.plan("|").startsWith(joins("nested.bpf", "closed", "/bin/bash") + "|args|"));
  }

  @Test
  void a_session_that_may_nest_nothing_has_the_other_filter() throws IOException {
    runs(ARGUMENTS + " --disable-userns", false, "");
    alice.types("exec", "app-1", "--", "true").succeeds();
    assertTrue(alice.plan("|").startsWith(joins("own.bpf", "open") + "|args|"));
  }

  @Test
  void exec_refuses_a_missing_protection_when_confinement_is_required() throws IOException {
    World.write(home.resolve(".config/bawn/config.toml"), "confinement = \"required\"\n");
    runs(ARGUMENTS, false, "");
    alice.types("exec", "app-1", "--", "true").succeeds();
    assertTrue(alice.plan("|").startsWith(joins("nested.bpf", "required") + "|args|"));
    runs(ARGUMENTS + " --unshare-net", false, "");
    alice.types("exec", "app-1", "--", "true").succeeds();
    assertTrue(alice.plan("|").startsWith(joins("nested.bpf", "open") + "|args|"));
  }

  @Test
  void of_the_callers_variables_it_gets_those_that_the_session_began_with() throws IOException {
    World.write(home.resolve(".config/bawn/env"), "A_KEY=secret\nOTHER_KEY=secret\n");
    Files.setPosixFilePermissions(
        home.resolve(".config/bawn/env"), PosixFilePermissions.fromString("rw-------"));
    runs(ARGUMENTS, true, "\"A_KEY\", \"NOT_SET\"");
    alice.types("exec", "app-1", "--", "true").succeeds();
    assertTrue(
        alice.plan("|").endsWith("|args|6|HOME|/home/bawn|SHELL|/bin/bash|A_KEY|secret|end|"),
        alice.plan("|"));
  }

  @Test
  void a_dry_run_shows_what_it_would_be_and_no_value() throws IOException {
    alice.types("exec", "app-1", "--dry-run", "--json", "--", "git", "diff").succeeds();
    assertTrue(alice.out().contains("\"joins\" : \"app-1\""), alice.out());
    assertTrue(alice.out().contains("\"variables\" : [ \"HOME\", \"SHELL\" ]"), alice.out());
    assertTrue(alice.out().contains("\"git\", \"diff\" ]"), alice.out());
    assertEquals("", alice.plan("|"));
    alice.types("exec", "app-1", "--dry-run").succeeds();
    assertTrue(alice.out().startsWith("joins     app-1\ninside    /home/alice/app\n"));
    alice.types("exec", "app-1", "--json").isRefused(2, "--json needs --dry-run", "add --dry-run");
  }

  @Test
  void a_session_that_runs_is_not_resumed() throws IOException {
    alice
        .types("resume", "app-1", "--", "true")
        .isRefused(
            3, "session 'app-1' is running", "run a command in it: bawn exec app-1 -- COMMAND");
  }

  @Test
  void without_perl_nobody_joins() throws IOException {
    Files.delete(world.layout().at("usr/bin/perl"));
    alice
        .types("exec", "app-1", "--", "true")
        .isRefused(
            3, "perl is not installed, and bawn runs sessions with it", "install the package perl");
  }

  @Test
  void exec_refuses_invalid_steps_of_a_sandbox() throws IOException {
    String plan = home.resolve(".local/state/bawn/sessions/app-1/plan.json").toString();
    for (String steps : List.of("--share-net", "--setenv HOME", "--unshare-user /etc")) {
      runs(steps, true, "");
      alice
          .types("exec", "app-1", "--", "true")
          .isRefused(
              3,
              plan + " is not a plan of a session",
              "restore the file from a backup, or remove the session: bawn destroy app-1 --force");
    }
  }
}
