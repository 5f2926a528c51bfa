package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Rehearsal;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Terminals;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.ListedProject;
import dev.bawn.launcher.agent.ProjectListing;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.facts.LocalSystem;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;

/**
 * Runs {@code bawn} once when it is installed: the JVM writes the loaded classes into a cache, and
 * later starts take them from there. It plans the start of an agent on a made-up system that {@code
 * bawn-admin} built; it starts no session and touches no real file.
 */
final class Training {

  private static final Uid OPERATOR = new Uid(1000);

  /**
   * The commands for the cache of agent starts. The list is short, since each start pays for the
   * size of the cache.
   */
  private static final List<List<String>> STARTS =
      List.of(
          List.of("launch", "practice", "app", "--no-sync", "--", "git", "log"),
          List.of("launch", "practice", "app"),
          List.of("launch", "practice", "app", "--no-sync", "--prompt", "prompt", "--once"),
          List.of("shell", "practice", "app", "--no-sync"));

  private static final List<List<String>> OTHERS =
      List.of(
          List.of("launch", "practice", "app", "--dry-run", "--json"),
          List.of("verify", "practice"),
          List.of("agents"),
          List.of("agents", "--json"),
          List.of("env", "list"),
          List.of("launch", "--help"),
          List.of("version"),
          List.of("help"));

  /** The commands of unprivileged sessions. */
  private static final List<List<String>> OWN =
      List.of(
          List.of("launch", "home/project", "--", "true"),
          // longer than the buffer of the parser that reads the record
          List.of("launch", "home/project", "--", "true", "a prompt ".repeat(1000)),
          List.of("resume", "project-1"),
          List.of("exec", "project-1", "--", "true"),
          List.of("launch", "home/project", "--tool", "mine"),
          // hides nothing: see HIDING
          List.of("launch", "home/project", "--mask", "*.k[0-9]y", "--mask", "a/*", "--", "true"),
          List.of("shell", "home/project"));

  /** The first of those sessions while it is running. */
  private static final List<List<String>> JOINED =
      List.of(List.of("exec", "project-1", "--", "true"), List.of("exec", "project-1"));

  /** The same session after its end, the usual case. */
  private static final List<List<String>> AGAIN =
      List.of(List.of("resume", "project-1"), List.of("exec", "project-1", "--", "true"));

  /** A start that hides a file, as a dry run: not every file system supports whiteouts. */
  private static final List<String> HIDING = List.of("launch", "home/project", "--dry-run");

  /** A dry run, and commands that read the changes of the first session. */
  private static final List<List<String>> LOOKS =
      List.of(
          List.of("launch", "--dry-run", "--name", "shown", "--workspace", "empty"),
          List.of("launch", "home/project", "--dry-run", "--mask-env", "--mask-secrets"),
          List.of("list"),
          List.of("list", "--json"),
          List.of("list", "-q"),
          List.of("info", "project-1"),
          List.of("status", "project-1", "--diff"),
          List.of("status", "project-1", "--json"),
          List.of("diff", "project-1"),
          List.of("export", "project-1", "--patch", "--accept-hazards"),
          // root owns the README, not the operator
          List.of("merge", "project-1", "new", "link", "src", "--accept-hazards"),
          List.of("undo", "project-1"),
          List.of("config", "show", "home/project"));

  /** Commands for sessions in the background, with a program in the place of tmux. */
  private static final List<List<String>> BACKGROUND =
      List.of(
          List.of("spawn", "behind", "home/project", "--", "true"),
          List.of("swarm", "many", "2", "home/project", "--", "true"),
          List.of("ps"),
          List.of("stats"),
          List.of("info", "behind"),
          List.of("history"));

  /** Commands for those sessions after their end; the last ones remove them. */
  private static final List<List<String>> ENDED =
      List.of(
          List.of("killall"),
          List.of("kill", "behind"),
          List.of("destroy", "behind"),
          List.of("clean", "--yes", "many-1", "many-2"));

  /** A review whose standard input is empty: it ends at once. */
  private static final List<String> REVIEW = List.of("review", "project-1");

  private Training() {}

  /**
   * @param words the root of the made-up system, and optionally the part to run: {@code start} for
   *     agents, or {@code own} for unprivileged sessions
   */
  public static void main(String[] words) throws IOException {
    Path world = Path.of(words[0]);
    CommandContext context = context(world);
    Main.begin(STARTS.getFirst());
    // the lines of a start, in the width of a terminal
    Surroundings wide = Surroundings.ofThisProcess().with("COLUMNS", "120");
    WrappedText.message("bawn: ".repeat(Width.ofTerminal(wide)), wide);
    Program program = Commands.program(here -> context);
    Rehearsal rehearsal = rehearsal(world, "config");
    // keys there belong to the user who installs, and the trust chain would refuse them
    Rehearsal own = rehearsal(world, "none");
    String part = words.length == 1 ? "" : words[1];
    if (!part.equals("own")) {
      sealed(world, rehearsal, program);
    }
    if (!part.equals("start")) {
      own(world, own, program);
    }
    if (part.isEmpty()) {
      Main.begin(REVIEW);
      OTHERS.forEach(line -> mustWork(rehearsal, program, line));
      changes(world.resolve("data/bawn/workspaces/project-1/upper"), world.resolve("home/project"));
      mustWork(reviewer(world), program, REVIEW);
      LOOKS.forEach(line -> mustWork(own, program, line));
      background(world, program);
    }
  }

  private static Rehearsal rehearsal(Path world, String config) throws IOException {
    return rehearsal(world, config, OPERATOR);
  }

  private static Rehearsal rehearsal(Path world, String config, Uid user) throws IOException {
    return new Rehearsal(
        Surroundings.ofThisProcess(), world, user, environment(world, config, "dumb"));
  }

  private static Rehearsal reviewer(Path world) throws IOException {
    return new Rehearsal(
        Surroundings.ofThisProcess(),
        world,
        OPERATOR,
        environment(world, "none", "xterm-256color"),
        new Terminals(true, true, true));
  }

  private static Map<String, String> environment(Path world, String config, String terminal)
      throws IOException {
    return Map.of(
        "TERM",
        terminal,
        "PATH",
        "/usr/bin:/bin",
        "HOME",
        Files.createDirectories(world.resolve("home")).toString(),
        "XDG_DATA_HOME",
        world.resolve("data").toString(),
        "XDG_STATE_HOME",
        world.resolve("state").toString(),
        "XDG_CONFIG_HOME",
        world.resolve(config).toString());
  }

  /** Makes a git repository, or files that look like one if git is not installed. */
  private static void repository(Path project) throws IOException {
    if (!GitProcess.isInstalled()) {
      Files.createDirectories(project.resolve(".git/objects"));
      Files.writeString(project.resolve(".git/index"), "");
      return;
    }
    ProcessBuilder git =
        new ProcessBuilder("sh", "-c", "git init --quiet && git add .")
            .directory(project.toFile())
            .inheritIO();
    git.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    if (git.start().onExit().join().exitValue() != 0) {
      throw new Failed("git does not work in " + project, "");
    }
  }

  /** Makes a changed file of each kind that sessions leave most often. */
  private static void changes(Path upper, Path project) throws IOException {
    Files.writeString(upper.resolve("README.md"), "PRACTICE\n");
    Files.writeString(upper.resolve("new"), "\0");
    Files.createSymbolicLink(upper.resolve("link"), Path.of("new"));
    Files.createDirectories(upper.resolve("src"));
    Files.writeString(upper.resolve("src/.envrc"), "");
    Files.createDirectories(upper.resolve("old"));
    Files.copy(project.resolve("old/moved"), upper.resolve("moved"));
    removed(upper.resolve("old"), "moved");
    // lines that are merged
    String both = Files.readString(project.resolve("both"));
    Files.writeString(upper.resolve("both"), both.replace("last", "new"));
    Files.writeString(project.resolve("both"), both.replace("first", "new"));
  }

  private static void sealed(Path world, Rehearsal rehearsal, Program program) throws IOException {
    Files.writeString(world.resolve("usr/bin/perl"), "").toFile().setExecutable(true);
    // a first start records the serial as seen, and so does the first start after a change
    Files.deleteIfExists(world.resolve("state/bawn/seen/practice"));
    STARTS.forEach(line -> mustWork(rehearsal, program, line));
    // the warning of a machine without AppArmor, since the made-up one has it
    WrappedText.message("bawn: warning", Surroundings.ofThisProcess());
    // once more with a list of the last sync
    ListedProject listed = new ListedProject(Sha256.ofText(""), "", "", List.of("/usr/bin/true"));
    Path file = new SystemLayout(world).listed(ProjectId.of("app"));
    Files.createDirectories(file.getParent());
    Files.write(file, listed.bytes());
    mustWork(rehearsal, program, List.of("launch", "practice", "app"));
    if (!new ProjectListing(listed).isSame()) {
      throw new Failed("the files of the practice project differ from the recorded list", "");
    }
    // once more as on a kernel without AppArmor
    Path enabled = world.resolve("sys/module/apparmor/parameters/enabled");
    byte[] answer = Files.readAllBytes(enabled);
    Files.delete(enabled);
    mustWork(rehearsal, program, STARTS.getFirst());
    Files.write(enabled, answer);
  }

  /** Runs the commands of unprivileged sessions, as on a kernel with all features. */
  private static void own(Path world, Rehearsal rehearsal, Program program) throws IOException {
    Path project = Files.createDirectories(world.resolve("home/project"));
    Files.writeString(project.resolve("README.md"), "practice");
    Files.writeString(
        world.resolve("home/.gitconfig"), "[user]\n\tname = \"A\\\"\"\n\temail = a@b # c\n");
    Files.writeString(project.resolve(".gitignore"), "ignored\n");
    Files.createDirectories(project.resolve("old"));
    for (String name : List.of("old/moved", "both")) {
      Files.writeString(project.resolve(name), "first\n\n\n\n\n\n\n\n" + name + "\nlast\n");
    }
    if (Files.notExists(project.resolve(".git"))) {
      repository(project);
    }
    aTool(world.resolve("usr/lib/bawn/tools"), world.resolve("home"));
    Files.createDirectories(world.resolve("home/.npm/_cacache"));
    if (Files.notExists(world.resolve("bin"), LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(world.resolve("bin"), Path.of("usr/bin"));
    }
    Files.writeString(world.resolve("etc/resolv.conf"), "");
    Path release = world.resolve("proc/sys/kernel/osrelease");
    Files.createDirectories(release.getParent());
    Files.writeString(release, "6.12.0");
    process(world.resolve("proc/self"), "8 (java) S 7");
    process(world.resolve("proc/7"), "7 (session) S 1" + " 0".repeat(17) + " 42");
    Files.writeString(world.resolve("usr/bin/bwrap"), "--disable-userns --bind-fd");
    OWN.forEach(line -> mustWork(rehearsal, program, line));
    Path started = world.resolve("state/bawn/sessions/project-1/started");
    Files.writeString(started, "7 42\n");
    JOINED.forEach(line -> mustWork(rehearsal, program, line));
    Path exit = started.resolveSibling("exit");
    Files.writeString(exit, "0\n");
    AGAIN.forEach(line -> mustWork(rehearsal, program, line));
    Path secret = Files.writeString(project.resolve(".env"), "");
    mustWork(rehearsal, program, HIDING);
    Files.delete(secret);
    Files.delete(exit);
    Files.delete(started);
  }

  /** Starts sessions in the background on the made-up system, and removes them. */
  private static void background(Path world, Program program) throws IOException {
    Uid owner = owner(world);
    Path terminals = Files.createDirectories(world.resolve("state/bawn/tmux"));
    if (owner.equals(Uid.ROOT)) {
      // root starts no sessions
      Files.setAttribute(terminals, "unix:uid", OPERATOR.number());
    }
    Rehearsal rehearsal = rehearsal(world, "none", owner.equals(Uid.ROOT) ? OPERATOR : owner);
    Path first = world.resolve("proc/9");
    process(first, "9 (bwrap) S 7" + " 0".repeat(17) + " 42");
    Files.writeString(first.resolve("status"), "State:\tS\nNSpid:\t9\t1\n");
    Files.createDirectories(first.resolve("ns"));
    Files.createSymbolicLink(first.resolve("ns/pid"), Path.of("pid:[4]"));
    // the command below it, which has been executed
    Files.writeString(first.resolve("cmdline"), "bwrap");
    Files.createDirectories(first.resolve("task/9"));
    Files.writeString(first.resolve("task/9/children"), "10 ");
    Files.createDirectories(world.resolve("proc/10"));
    Files.writeString(world.resolve("proc/10/cmdline"), "true");
    Path sessions = world.resolve("state/bawn/sessions");
    // which looks at the processes of one session
    Files.writeString(
        world.resolve("proc/7/cmdline"),
        "perl\0" + world.resolve("usr/lib/bawn/session") + "\0" + sessions.resolve("behind"));
    Files.writeString(world.resolve("usr/bin/tmux"), tmux(world)).toFile().setExecutable(true);
    BACKGROUND.forEach(line -> mustWork(rehearsal, program, line));
    for (String name : List.of("behind", "many-1", "many-2")) {
      Files.writeString(sessions.resolve(name).resolve("exit"), "0\n");
    }
    Files.delete(world.resolve("proc/7/stat"));
    ENDED.forEach(line -> mustWork(rehearsal, program, line));
  }

  /**
   * A program that answers like tmux, and records for each session that it has begun. If no session
   * is made, its process ends.
   */
  private static String tmux(Path world) {
    return """
    #!/bin/sh
    session() {
      exec >/dev/null 2>&1
      for attempt in $(seq 500); do
        cd "%1$s/state/bawn/sessions/$1" && break
        sleep 0.01
      done
      [ -e plan.json ] || exec rm "%1$s/proc/7/stat"
      echo '{ "child-pid": 9, "pid-namespace": 4 }' >inside
      echo '7 42' >started
    }
    cd /
    for word; do
      case $before in
        new-session) echo 7 ;;
        -s) session "$word" & ;;
      esac
      before=$word
    done
    """
        .formatted(world);
  }

  /**
   * Makes the files in {@code /proc} of the start stub, which becomes the session, and of its
   * program.
   */
  private static void process(Path directory, String stat) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("stat"), stat + "\n");
  }

  /** Marks a file as removed, as an overlay on an overlay does: see OverlayMarks. */
  private static void removed(Path directory, String name) throws IOException {
    Path file = Files.createFile(directory.resolve(name));
    try {
      mark(directory, "opaque", "x");
      mark(file, "whiteout", "y");
    } catch (IOException e) {
      // a file system without such attributes: the training leaves moves of files out
      Files.delete(file);
    }
  }

  private static void mark(Path file, String name, String value) throws IOException {
    Files.getFileAttributeView(file, UserDefinedFileAttributeView.class)
        .write("overlay." + name, StandardCharsets.UTF_8.encode(value));
  }

  /**
   * Defines a tool with nothing to copy: copying needs native code, which would enlarge the cache
   * of all other starts.
   */
  private static void aTool(Path tools, Path home) throws IOException {
    Files.createDirectories(tools);
    Files.writeString(
        tools.resolve("mine.toml"),
        """
        format = 1
        label = "mine"
        rank = 1
        command = "mine"
        find = ["path", "~/.mine/mine"]
        env = ["MINE_API_KEY"]
        needs = [["MINE_API_KEY"]]
        login = [".mine/login"]
        seed = [".mine/skills", ".mine/none"]
        [prompt]
        interactive = ["{prompt}"]
        once = ["{prompt}"]
        [settings]
        ".mine/settings.json" = ["model", "ui.theme"]
        [set]
        MINE = "1"
        [report]
        directory = ".mine/now"
        field = "status"
        idle = ["idle"]
        [screen]
        idle = ["ready"]
        [transcript]
        kind = "claude"
        directories = [".mine/kept"]
        """);
    Files.createDirectories(home.resolve(".mine/skills"));
    Files.writeString(home.resolve(".mine/skills/id_rsa"), "");
    Files.writeString(home.resolve(".mine/mine"), "").toFile().setExecutable(true);
  }

  /**
   * Runs a command that must succeed: a training that ends early would only show as slow starts.
   */
  private static void mustWork(Rehearsal rehearsal, Program program, List<String> line) {
    rehearsal
        .run(program, line)
        .ifPresent(said -> {
          throw new Failed(said, "");
        });
  }

  private static CommandContext context(Path world) throws IOException {
    Installation installation =
        new Installation(
            world.resolve("usr/lib/bawn"),
            world.resolve("usr/bin/bwrap"),
            world.resolve("usr/bin/sudo"));
    return new CommandContext(
        new LocalSystem(new SystemLayout(world), installation, new RootOwned(world, owner(world))),
        new LocalEngine(world.resolve("proc"), world.resolve("plan")));
  }

  /** The user of this process, to whom the made-up system belongs. */
  private static Uid owner(Path world) throws IOException {
    return new Uid((Integer) Files.getAttribute(world, "unix:uid"));
  }
}
