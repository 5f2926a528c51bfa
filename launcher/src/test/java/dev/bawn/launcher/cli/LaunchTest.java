package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {

  @TempDir Path root;
  private World world;
  private Person alice;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    world.kernel().loadedAsSealed();
    Person.sudo(world, "");
    alice = new Person(world, ALICE, Path.of("/home/alice/app/src"));
  }

  private String enter(String... command) {
    String words = String.join("|", command);
    return "bawn1|0|"
        + (7 + command.length)
        + "|"
        + world.installation().sudo()
        + "|-n|-u|a.noir|"
        + world.installation().enter()
        + "|app|17|"
        + (words.isEmpty() ? "" : words + "|")
        + "end|";
  }

  @Test
  void without_a_command_it_is_the_best_shell_that_is_allowed() throws IOException {
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals(enter("bash"), alice.plan("|"));
    assertEquals("", alice.out() + alice.err());
  }

  @Test
  void the_callers_own_words_are_left_to_the_stub() throws IOException {
    alice.types("launch", "a.noir", "app", "--no-sync", "--", "git", "--json", "@x").succeeds();
    assertEquals(enter(), alice.plan("|"));
  }

  @Test
  void agent_and_project_are_told_apart_by_what_they_are() throws IOException {
    for (String[] words :
        new String[][] {
          {"app", "a.noir"},
          {"a.noir", "/home/alice/app"},
          {"/home/alice/app", "a.noir"},
          {"..", "a.noir"},
          {"a.noir"},
          {"app"},
          {},
        }) {
      String[] line = new String[words.length + 2];
      line[0] = "shell";
      line[1] = "--no-sync";
      System.arraycopy(words, 0, line, 2, words.length);
      alice.types(line).succeeds();
      assertEquals(enter("bash"), alice.plan("|"));
    }
  }

  @Test
  void the_mirror_is_freshened_first_by_the_one_line_of_sudoers() throws IOException {
    alice.types("launch", "a.noir", "app").succeeds();
    assertEquals(
        "-n " + world.layout().at("usr/bin/bawn-admin") + " sync a.noir app\n", alice.sudoCalls());
    assertEquals(enter("bash"), alice.plan("|"));
  }

  @Test
  void nothing_starts_on_a_mirror_that_could_not_be_freshened() throws IOException {
    Person.sudo(world, "[ \"$2\" = -l ]");
    alice
        .types("launch", "a.noir", "app")
        .isRefused(
            1,
            "the mirror of app could not be updated",
            "solve that problem, or start with the mirror as it is: --no-sync");
  }

  @Test
  void nothing_starts_where_sudoers_has_no_line_for_the_caller() throws IOException {
    Person.sudo(world, "false");
    alice
        .types("launch", "a.noir", "app")
        .isRefused(
            3,
            "sudo does not let you update the mirror of app",
            "ask root to write sudoers again: sudo bawn-admin reseal a.noir");
  }

  @Test
  void without_roots_rules_for_sudo_nothing_starts_and_sudo_is_not_even_asked() throws IOException {
    Files.delete(world.layout().sudoers());
    for (String sync : new String[] {"--no-sync", "--debug"}) {
      alice
          .types("launch", "a.noir", "app", sync)
          .isRefused(
              3,
              world.layout().sudoers() + " is missing, so nobody can start an agent",
              "ask root to write it again: sudo bawn-admin init");
      assertEquals("", alice.sudoCalls());
    }
  }

  @Test
  void a_state_that_root_sealed_meanwhile_is_checked_in_its_turn() throws IOException {
    Path link = world.layout().agent(World.NOIR);
    Person.sudo(world, "ln -sfn .gen/a.noir/18 " + link + "\n");
    alice.types("launch", "a.noir", "app");
    assertTrue(alice.err().contains("V2 (agent)"), alice.err());
    assertEquals("", alice.plan("|"));
  }

  @Test
  void a_command_that_is_not_allowed_is_refused_before_anything_starts() throws IOException {
    alice
        .types("launch", "a.noir", "app", "--", "perl", "-e", "1")
        .isRefused(
            3, "perl is not allowed for a.noir", "ask root: sudo bawn-admin allow a.noir perl");
    assertEquals("", alice.sudoCalls());
    alice
        .types("launch", "a.noir", "app", "--", "gitt")
        .isRefused(3, "gitt is not allowed for a.noir", "did you mean git?");
    alice
        .types("launch", "a.noir", "app", "--", "zebra")
        .isRefused(
            3,
            "zebra is not allowed for a.noir",
            "agents need an installed program of this name: install it, then ask root: sudo bawn-admin allow a.noir zebra");
    Files.writeString(world.layout().at("usr/bin/perl"), "");
    alice
        .types("launch", "a.noir", "app", "--", "perll")
        .isRefused(
            3,
            "perll is not allowed for a.noir",
            "did you mean perl? ask root: sudo bawn-admin allow a.noir perl");
    alice
        .types("launch", "a.noir", "app", "--", "/usr/bin/git")
        .isRefused(2, "'/usr/bin/git' is a path; expected the name of a command", "use 'git'");
  }

  @Test
  void a_tool_is_told_its_prompt() throws IOException {
    Path prompt = root.resolve("prompt");
    Files.writeString(prompt, "look at\nthis");
    String file = prompt.toString();
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--tool", "git", "--prompt", file)
        .succeeds();
    assertEquals(enter("git", "look at\nthis"), alice.plan("|"));
    alice
        .types("launch", "a.noir", "app", "--tool", "claude")
        .isRefused(
            3,
            "claude is not allowed for a.noir",
            "agents need an installed program of this name: install it, then ask root: sudo bawn-admin allow a.noir claude");
  }

  @Test
  void a_prompt_that_cannot_be_told_is_refused() throws IOException {
    Path prompt = root.resolve("prompt");
    String[] line = {"launch", "a.noir", "app", "--tool", "git", "--prompt", prompt.toString()};
    String named = "the prompt file '" + prompt + "' ";
    alice.types(line).isRefused(4, named + "does not exist", "name a text file that you can read");
    Files.createDirectory(prompt);
    alice.types(line).isRefused(2, named + "is a directory", "name a text file");
    Files.delete(prompt);
    String name = "the prompt file " + prompt;
    Files.write(prompt, new byte[] {(byte) 0xff});
    alice.types(line).isRefused(2, name + " is not UTF-8", "convert it, for example with iconv");
    Files.writeString(prompt, "x".repeat(128 * 1024));
    alice
        .types(line)
        .isRefused(
            2,
            name + " is longer than 128 KiB or contains a NUL byte",
            "put the text into the project, and let the prompt name that file");
  }

  @Test
  void arguments_of_a_tool_follow_its_name() throws IOException {
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--tool", "git", "--", "--version")
        .succeeds();
    assertTrue(alice.plan("|").endsWith("|git|end|"), alice.plan("|"));
  }

  @Test
  void a_command_in_the_place_of_a_project_is_refused_with_the_line_to_type() throws IOException {
    World.write(
        root.resolve("usr/lib/bawn/tools/claude.toml"),
        """
        format = 1
        label = "a tool"
        rank = 1
        command = "claude"
        npm = "@a/claude"
        [prompt]
        interactive = ["{prompt}"]
        once = ["{prompt}"]
        """);
    alice
        .types("launch", "claude")
        .isRefused(
            4,
            "the tool 'claude' is not in PATH, and no agent, project or directory has that name",
            "install it: npm install -g @a/claude; if it is installed elsewhere: bawn launch --tool claude");
    alice
        .types("claude")
        .isRefused(2, "unknown command: claude", "to start it: bawn launch --tool claude");
    alice
        .types("claude", "--continue")
        .isRefused(2, "unknown command: claude", "to start it: bawn launch -- claude --continue");
    alice
        .types("spawn", "--name", "x")
        .isRefused(
            2, "unknown option: --name", "the first argument names the session: bawn spawn NAME");
    alice
        .types("launch", "-q", "cluade")
        .isRefused(
            4,
            "unknown agent, project, directory or command: 'cluade'",
            "did you mean claude? bawn launch -q --tool claude");
    alice
        .types("launch", "--tool", "claude", "--continue")
        .isRefused(
            2,
            "unknown option: --continue",
            "options of a tool follow --: bawn launch --tool claude -- --continue");
    alice
        .types("launch", "-q", "gemini", "--continue")
        .isRefused(
            2,
            "unknown option: --continue",
            "options of a tool follow --: bawn launch -q --tool gemini -- --continue");
    alice
        .types("launch", "-q", "--continue")
        .isRefused(
            2,
            "unknown option: --continue",
            "options of a tool follow --: bawn launch -q --tool TOOL -- --continue");
    alice
        .types("launch", "--no-start")
        .isRefused(
            2, "unknown option: --no-start", "prepare a session: bawn spawn NAME --no-start");
    alice
        .types("run", "--dry-run")
        .isRefused(2, "unknown option: --dry-run", "print the plan: bawn launch --dry-run");
    alice
        .types("diff", "--stat", "app-1")
        .isRefused(2, "unknown option: --stat", "list the changed files: bawn status app-1");
    alice
        .types("export", "app-1", "--output", "x")
        .isRefused(
            2, "unknown option: --output", "write its output into a file: bawn export app-1 >FILE");
    alice
        .types("destroy", "app-1", "--yes")
        .isRefused(2, "unknown option: --yes", "leave it out: bawn destroy asks nothing");
    alice
        .types("launch", "npm", "run", "build")
        .isRefused(
            2, "unexpected argument: build", "a command follows --: bawn launch -- npm run build");
    alice
        .types("launch", "a.noir", "app", "ls", "-l")
        .isRefused(
            2,
            "unexpected argument: ls -l",
            "a command follows --: bawn launch a.noir app -- ls -l");
    alice
        .types("launch", "a.noir", "app", "git", "log")
        .isRefused(
            2,
            "unexpected argument: git log",
            "a command follows --: bawn launch a.noir app -- git log");
    alice
        .types("exec", "app-1", "ls", "src")
        .isRefused(
            2, "unexpected argument: ls src", "a command follows --: bawn exec app-1 -- ls src");
    alice
        .types("run", ".", "ls")
        .isRefused(2, "unexpected argument: ls", "a command follows --: bawn run . -- ls");
    alice
        .types("run", "ls", "src")
        .isRefused(2, "unexpected argument: src", "a command follows --: bawn run -- ls src");
    alice
        .types("exec", "app-1", "not-installed", "ls")
        .isRefused(
            2,
            "unexpected argument: not-installed ls",
            "a command follows --: bawn exec app-1 -- not-installed ls");
  }

  @Test
  void words_that_contradict_each_other_are_refused() throws IOException {
    alice
        .types("launch", "a.noir", "app", "--tool", "git", "--", "git")
        .isRefused(
            2,
            "the arguments after -- begin with the name of the tool",
            "after --, give only arguments of git: leave out the name");
    alice
        .types("launch", "a.noir", "app", "--prompt", "x", "--", "git")
        .isRefused(2, "--prompt and arguments after -- cannot be used together", "leave out one");
    alice
        .types("launch", "a.noir", "app", "--once")
        .isRefused(2, "--once needs --prompt", "add --prompt FILE");
    alice
        .types("launch", "a.noir", "app", "--json")
        .isRefused(2, "--json needs --dry-run", "add --dry-run");
    alice
        .types("launch", "a.noir", "app", "--", "")
        .isRefused(2, "the command is empty", "for example: bawn launch -- make test");
    alice
        .types("shell", "a.noir", "app", "extra")
        .isRefused(
            2,
            "unexpected argument: extra",
            "a command follows --: bawn launch a.noir app -- extra");
    alice
        .types("shell", "a.noir", "app", "--", "git")
        .isRefused(2, "bawn shell takes no command", "use: bawn launch a.noir app -- git");
  }

  @Test
  void root_starts_nothing() throws IOException {
    new Person(world, Uid.ROOT, root)
        .types("launch", "a.noir", "app")
        .isRefused(
            5,
            "bawn launch does not run as root",
            "use an ordinary user: su - USER; to create one: useradd -m USER");
  }

  @Test
  void a_stranger_starts_nothing() throws IOException {
    new Person(world, new Uid(1001), root)
        .types("launch", "a.noir", "app")
        .isRefused(
            3,
            "a.noir is not your agent",
            "list yours: bawn agents; or ask root: sudo bawn-admin operator add a.noir USER");
  }

  @Test
  void run_names_the_command_that_starts_an_agent() throws IOException {
    String what = "'a.noir' is an agent; this command starts sessions under your own user";
    alice
        .types("run", "a.noir", "app")
        .isRefused(3, what, "use: bawn launch a.noir app -- COMMAND");
    alice
        .types("run", "a.noir", "app", "--", "ls", "-l")
        .isRefused(3, what, "use: bawn launch a.noir app -- ls -l");
  }

  @Test
  void what_does_not_exist_is_not_found() throws IOException {
    alice
        .types("launch", "b.noir", "app")
        .isRefused(4, "there is no agent 'b.noir'", "did you mean a.noir? list yours: bawn agents");
    alice
        .types("launch", ".", "nosuch")
        .isRefused(
            4,
            "there is no agent 'nosuch'",
            "list yours: bawn agents; to run a command instead: bawn launch . -- nosuch");
    alice
        .types("launch", ".", "/tmp")
        .isRefused(2, "unexpected argument: /tmp", "name only one project");
    alice
        .types("verify", "somebody")
        .isRefused(4, "there is no agent 'somebody'", "see: bawn agents");
    alice
        .types("agents", "ap")
        .isRefused(
            4, "unknown agent or project: 'ap'", "did you mean app? list yours: bawn agents");
    alice
        .types("launch", "a.noir", "other")
        .isRefused(4, "a.noir has no project 'other'", "list its projects: bawn agents a.noir");
    alice
        .types("launch", "a.noir", "apq")
        .isRefused(
            4,
            "a.noir has no project 'apq'",
            "did you mean app? list its projects: bawn agents a.noir");
    String nowhere = root.resolve("nowhere").toString();
    alice
        .types("launch", "a.noir", nowhere)
        .isRefused(
            4, "a.noir has no project '" + nowhere + "'", "list its projects: bawn agents a.noir");
    alice
        .types("launch", "a.noir", root.toString())
        .isRefused(
            4,
            "a.noir has no project '" + root + "'",
            "list its projects: bawn agents a.noir; or ask root: sudo bawn-admin assign a.noir "
                + root);
    alice
        .types("launch", nowhere)
        .isRefused(
            4,
            "there is no directory '" + nowhere + "'",
            "give an existing directory, or put -- before a command");
  }

  @Test
  void a_word_that_means_nothing_is_not_taken_for_a_directory_of_ones_own() throws IOException {
    String nothing = "unknown agent, project or directory: ";
    String hint = "list your agents: bawn agents; run a command: bawn launch -- COMMAND";
    alice
        .types("launch", "a.nior")
        .isRefused(4, nothing + "'a.nior'", "did you mean a.noir? " + hint);
    alice
        .types("launch", "apq", "--workspace", "empty")
        .isRefused(4, nothing + "'apq'", "did you mean app? " + hint);
    alice.types("launch", "zebra").isRefused(4, nothing + "'zebra'", hint);
  }

  @Test
  void a_word_that_means_nothing_is_refused_alike_on_a_machine_without_agents() throws IOException {
    Files.move(world.layout().agents(), world.layout().agents().resolveSibling("away"));
    alice
        .types("launch", "a.noir", "--", "true")
        .isRefused(
            4,
            "unknown agent, project or directory: 'a.noir'",
            "list your agents: bawn agents; run a command: bawn launch -- COMMAND");
  }

  @Test
  void the_project_of_an_agent_is_named_by_its_directory_in_an_unprivileged_session()
      throws IOException {
    alice
        .types("launch", "app", "--network", "none", "--", "echo", "a b")
        .isRefused(
            4,
            "'app' is the project of an agent; an unprivileged session needs a directory",
            "to name it: bawn launch /home/alice/app --network none -- echo 'a b'");
  }

  @Test
  void a_background_session_names_the_project_of_an_agent_in_the_same_way() throws IOException {
    for (String start : List.of("spawn idea", "swarm idea 2", "run")) {
      List<String> line = new ArrayList<>(List.of(start.split(" ")));
      line.addAll(List.of("app", "--network", "none", "--", "true"));
      alice
          .types(line.toArray(String[]::new))
          .isRefused(
              4,
              "'app' is the project of an agent; an unprivileged session needs a directory",
              "to name it: bawn " + start + " /home/alice/app --network none -- true");
    }
  }

  @Test
  void a_damaged_agent_stops_no_unprivileged_session_that_an_option_selects() throws IOException {
    Files.writeString(world.generation().seal(), "damaged");
    alice.types("launch");
    assertTrue(alice.err().contains("V3 (signature)"), alice.err());
    assertTrue(
        alice.err().contains("; a session under your own user: bawn run -- COMMAND\n"),
        alice.err());
    Files.createDirectories(world.layout().at("home/alice"));
    // the next obstacle: this machine of a test has no such directory
    alice
        .types("launch", "/home/alice/nowhere", "--network", "none", "--", "true")
        .isRefused(
            4,
            "there is no directory '/home/alice/nowhere'",
            "give an existing directory, or put -- before a command");
  }

  @Test
  void a_file_that_is_no_command_of_the_agent_is_given_to_an_interpreter_on_the_same_project()
      throws IOException {
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--", "./check", "a b")
        .isRefused(
            2,
            "'./check' is a path; an agent runs programs that root allowed, by name",
            "an allowed interpreter runs a script: bawn launch a.noir app -- sh ./check 'a b'");
  }

  @Test
  void a_name_for_a_session_of_an_agent_is_refused() throws IOException {
    alice
        .types("launch", "a.noir", "app", "--name", "mine")
        .isRefused(
            2,
            "--name is only for unprivileged sessions, not for agents",
            "leave out --name, or leave out a.noir");
  }

  @Test
  void an_option_of_unprivileged_sessions_is_refused_for_an_agent() throws IOException {
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--memory", "1G")
        .isRefused(
            2,
            "--memory is only for unprivileged sessions, not for agents",
            "leave out --memory, or leave out a.noir");
  }

  @Test
  void what_is_about_a_mirror_is_refused_where_there_is_none() throws IOException {
    String directory = Files.createDirectories(root.resolve("elsewhere")).toString();
    alice
        .types("launch", directory, "--no-sync")
        .isRefused(
            2,
            "--no-sync needs an agent: an unprivileged session has no mirror",
            "leave it out, or name the agent: bawn agents");
  }

  @Test
  void a_broken_link_is_shown_with_its_step_and_both_sides() throws IOException {
    Files.writeString(world.generation().profileText(), "profile bawn.a.noir flags=(complain) {}");
    alice.types("launch", "a.noir", "app");
    assertEquals(3, alice.status());
    assertTrue(
        alice
            .err()
            .matches(
                "bawn: error: V6 \\(signed files\\): a signed file was changed: profile\n"
                    + "bawn: expected: [0-9a-f]{64}\nbawn: found: [0-9a-f]{64}\n"
                    + "bawn: hint: run: sudo bawn-admin reseal a.noir\n"),
        alice.err());
    assertEquals("", alice.plan("|"));
  }

  @Test
  void an_older_state_than_one_that_was_seen_is_refused() throws IOException {
    Path seen = world.layout().at("home/alice/.local/state/bawn/seen/a.noir");
    alice.types("launch", "a.noir", "app").succeeds();
    assertEquals("70000 17\n", Files.readString(seen));
    Files.writeString(seen, "70000 18\n");
    alice.types("launch", "a.noir", "app");
    assertEquals(3, alice.status());
    assertTrue(alice.err().contains("V5 (serial)"), alice.err());
    assertEquals("70000 18\n", Files.readString(seen));
  }

  @Test
  void what_is_weaker_than_it_could_be_is_said_in_one_line() throws IOException {
    Files.delete(world.layout().at("sys/module/apparmor/parameters/enabled"));
    alice.types("launch", "a.noir", "app").succeeds();
    assertEquals(1, alice.err().lines().count(), alice.err());
    assertTrue(alice.err().startsWith("bawn: warning: this kernel has no AppArmor"), alice.err());
    // once for each machine, since a home directory may be on several
    alice.types("launch", "a.noir", "app").succeeds();
    assertEquals("", alice.err());
    World.write(world.layout().at("etc/machine-id"), "0123456789abcdef0123456789abcdef\n");
    alice.types("launch", "a.noir", "app").succeeds();
    assertTrue(alice.err().startsWith("bawn: warning: this kernel has no AppArmor"), alice.err());
  }

  @Test
  void a_dry_run_shows_the_very_plan_and_starts_nothing() throws IOException {
    alice.types("launch", "a.noir", "app", "--dry-run", "--", "git", "it's").succeeds();
    String sudo = world.installation().sudo().toString();
    String admin = world.layout().at("usr/bin/bawn-admin").toString();
    String enter = world.installation().enter().toString();
    assertEquals(
        """
        agent     a.noir (uid 70000), serial 17
        project   app, from /home/alice/app
        workspace mirror
        command   git
        first     SUDO -n ADMIN sync a.noir app
        executes  SUDO -n -u a.noir ENTER app 17 git 'it'\\''s'
        AppArmor  enforced by the kernel
        Landlock  unknown, applied if this kernel has it
        sandbox
          own-namespace       user
          own-namespace       pid
          read-only           /usr/share
          read-only           /work/app <- /var/lib/bawn/mirrors/app
          environment         HOME = /home/agent
          starts-in           /work/app
        """
            .replace("SUDO", sudo)
            .replace("ADMIN", admin)
            .replace("ENTER", enter),
        alice.out());
    assertEquals("", alice.plan("|") + alice.sudoCalls());
  }

  @Test
  void a_dry_run_for_programs_has_stable_names() throws IOException {
    alice.types("launch", "a.noir", "app", "--no-sync", "--dry-run", "--json").succeeds();
    String sudo = world.installation().sudo().toString();
    String enter = world.installation().enter().toString();
    String start =
        """
        {
          "agent" : "a.noir",
          "uid" : 70000,
          "project" : "app",
          "source" : "/home/alice/app",
          "workspace" : "mirror",
          "shown" : [ ],
          "serial" : 17,
          "command" : "bash",
          "argv" : [ "SUDO", "-n", "-u", "a.noir", "ENTER", "app", "17", "bash" ],
          "sync" : [ ],
          "apparmor" : true,
          "landlock" : "unknown, applied if this kernel has it",
          "keys" : [ ],
          "warnings" : [ ],
          "sandbox" : [ {
            "kind" : "own-namespace",
            "at" : "user",
            "value" : ""
          }, {
        """
            .replace("SUDO", sudo)
            .replace("ENTER", enter);
    assertEquals(start, alice.out().substring(0, start.length()));
  }

  @Test
  void a_recipe_that_holds_something_unknown_is_not_explained() throws IOException {
    String text = world.manifestText();
    Path recipe = world.generation().recipe(World.APP);
    byte[] other = "--bind-fd\0".getBytes(StandardCharsets.UTF_8);
    String before = Sha256.of(Files.readAllBytes(recipe)).hex();
    Files.write(recipe, other);
    world.sign(text.replace(before, Sha256.of(other).hex()).getBytes(StandardCharsets.UTF_8));
    alice
        .types("launch", "a.noir", "app", "--dry-run")
        .isRefused(
            3,
            "a recipe (a signed sandbox) contains '--bind-fd', which this version does not know",
            "run: sudo bawn-admin reseal AGENT");
  }
}
