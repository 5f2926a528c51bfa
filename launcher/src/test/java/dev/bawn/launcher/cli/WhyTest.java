package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reasons of {@code why} for a failure. */
class WhyTest {

  private static final String ARGUMENTS =
      "--unshare-user --unshare-net --disable-userns --perms 1777 --tmpfs /tmp --bind /h"
          + " /home/agent";

  @TempDir Path root;
  private World world;
  private Path home;
  private Person owner;
  private Person stranger;
  private int uid;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    home = Files.createDirectories(world.layout().at("home/alice"));
    uid = (Integer) Files.getAttribute(home, "unix:uid");
    owner = new Person(world, new Uid(uid), home);
    stranger = new Person(world, new Uid(uid + 1), home);
    World.write(world.layout().at("etc/passwd"), "somebody:x:" + uid + ":1::/:\nbroken\n");
    World.write(world.layout().at("etc/group"), "some:x:" + groupOf(home) + ":\n");
  }

  private static int groupOf(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:gid");
  }

  private SessionFixture session(String name) throws IOException {
    SessionFixture session = new SessionFixture(home, name).ended(1);
    String rest =
        "\"sandbox\" : [ \"%s\" ], \"landlock\" : true, \"variables\" : [ ]"
            .formatted(ARGUMENTS.replace(" ", "\", \""));
    World.write(
        session.directory.resolve("plan.json"),
        session
            .plan("overlay", session.project, session.upper)
            .replace("\"sandbox\" : [ \"--unshare-user\" ]", rest));
    return session;
  }

  @Test
  void why_describes_the_sandbox_when_the_user_owns_all_files() throws IOException {
    SessionFixture session = session("app-1");
    World.write(session.project.resolve("file"), "x");
    owner.types("why", "app-1").succeeds();
    assertEquals(
        """
        app-1 (ended 1): you own all files and directories in %s (1, with the session's changes)
        read-only: the session can write only in /tmp, /home/agent
            a program that needs it reports: Read-only file system
            in a new session: --rw PATH
        outside: the session does not see your files outside of the project
            a program that needs it reports: No such file or directory
            in a new session: --ro PATH
        network: the session has no network
            a program that needs it reports: Network is unreachable
            in a new session: --network open
        nesting: the session cannot create user namespaces, which browsers and other sandboxes need
            a program that needs it reports: Operation not permitted
            in a new session: leave out --no-nested
        sockets: the session cannot connect to abstract sockets of this machine
            a program that needs it reports: Operation not permitted
        privileges: no program in the session can gain privileges: sudo and other setuid programs fail
            a program that needs it reports: The "no new privileges" flag is set
        setgid: no session can set the setgid bit, which directories inherit: chmod g+s, cp -a and rsync -a of such a directory fail
            a program that needs it reports: Operation not permitted
            in a new session: --workspace worktree or clone, whose directories do not have the bit
        """
            .formatted(session.project),
        owner.out());
  }

  @Test
  void files_of_others_are_named_with_their_owner() throws IOException {
    SessionFixture session = session("app-1");
    World.write(session.project.resolve("src/\u001b[2J"), "x");
    World.write(session.project.resolve("it's"), "x");
    stranger.types("why", "app-1").succeeds();
    assertTrue(stranger.out().startsWith("app-1 (ended 1): others own 3 of 3 files "));
    assertTrue(stranger.out().contains("\nowner: these belong to "), stranger.out());
    assertTrue(
        stranger.out().contains("    1 directory and 2 files of somebody:some ("), stranger.out());
    assertTrue(stranger.out().contains("): src/, it's\n"), stranger.out());
    assertTrue(stranger.out().contains("Value too large for defined data type"), stranger.out());
    assertTrue(
        stranger.out().contains("    the project belongs to another user: "), stranger.out());
    assertFalse(stranger.out().contains("\u001b"), stranger.out());
    stranger.types("why", "app-1", "--json").succeeds();
    assertTrue(stranger.out().contains("\"reason\" : \"owner\""), stranger.out());
    assertTrue(stranger.out().contains("\"user\" : \"somebody\""), stranger.out());
    assertTrue(stranger.out().contains("\"entries\" : 3"), stranger.out());
  }

  @Test
  void what_a_session_wrote_and_is_not_its_persons_is_named_where_it_lies() throws IOException {
    SessionFixture session = session("app-1").wrote("made", "x");
    stranger.types("why", "app-1").succeeds();
    assertTrue(stranger.out().contains("\nwritten-owner: these belong to "), stranger.out());
    assertTrue(stranger.out().contains(" " + session.upper + "/made\n"), stranger.out());
  }

  @Test
  void a_bound_project_is_not_walked_through() throws IOException {
    SessionFixture session = session("app-1");
    World.write(
        session.directory.resolve("plan.json"), session.plan("bind", session.project, null));
    stranger.types("why", "app-1").succeeds();
    assertEquals(
        "app-1 (ended 1): it writes to " + session.project + " itself, with your rights\n",
        stranger.out());
    assertTrue(stranger.err().startsWith("bawn: warning: its sandbox is not known: "));
  }

  @Test
  void agents_and_sessions_are_told_apart_by_what_they_are() throws IOException {
    session("app-1");
    Person alice = new Person(world, World.ALICE, home);
    alice.types("why", "a.noir").succeeds();
    assertEquals("", alice.out());
    alice.types("why", "app-1").succeeds();
    assertTrue(alice.out().startsWith("app-1 (ended 1): "), alice.out());
    session("a.noir");
    alice.types("why", "a.noir").succeeds();
    assertEquals("", alice.out());
    assertTrue(
        alice
            .err()
            .startsWith(
                "bawn: showing the agent a.noir; for your session of that name: bawn why --session a.noir\n"),
        alice.err());
    alice.types("why", "--session", "a.noir").succeeds();
    assertTrue(alice.out().startsWith("a.noir (ended 1): "), alice.out());
  }

  @Test
  void what_names_neither_is_refused_with_what_was_probably_meant() throws IOException {
    session("app-1");
    String see = "list yours: bawn agents; bawn list";
    Person alice = new Person(world, World.ALICE, home);
    alice
        .types("why", "app-2")
        .isRefused(4, "unknown agent or session: 'app-2'", "did you mean app-1? " + see);
    alice
        .types("why", "a.nori")
        .isRefused(4, "unknown agent or session: 'a.nori'", "did you mean a.noir? " + see);
    alice.types("why", "\u001b[2J").isRefused(4, "unknown agent or session: '?[2J'", see);
    alice.types("why", "--session").isRefused(2, "expected a session", "list yours: bawn list");
    alice
        .types("why", "app-1", "--since", "1h")
        .isRefused(2, "--since applies only to agents", "leave it out");
  }

  @Test
  void where_nobody_ever_made_an_agent_a_session_is_explained() throws IOException {
    Path agents = world.layout().agents();
    Files.move(agents, agents.resolveSibling("elsewhere"));
    session("app-1");
    owner.types("why", "app-1").succeeds();
    assertTrue(owner.out().startsWith("app-1 (ended 1): you own all files "), owner.out());
    owner
        .types("why")
        .isRefused(
            4,
            "there are no agents on this machine",
            "name one of your sessions: bawn why SESSION; list yours: bawn list");
  }

  @Test
  void a_session_whose_project_is_gone_says_so() throws IOException {
    SessionFixture session = session("app-1");
    Files.delete(session.project);
    owner.types("why", "app-1");
    assertEquals(4, owner.status());
    assertTrue(owner.err().contains("the project of app-1 is missing"), owner.err());
  }
}
