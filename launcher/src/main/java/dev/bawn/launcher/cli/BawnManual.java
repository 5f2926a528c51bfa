package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Manual;
import dev.bawn.contract.cli.Manual.Entry;
import java.util.List;

/** The part of the page bawn(1) that is not made from the commands. */
final class BawnManual {

  private static final int USER_COMMANDS = 1;

  private BawnManual() {}

  static Manual text() {
    return new Manual(
        USER_COMMANDS,
        description(),
        examples(),
        environment(),
        files(),
        List.of(
            "bawn.toml(5)",
            "bawn-tool(5)",
            "bawn-admin(8)",
            "bwrap(1)",
            "sudo(8)",
            "apparmor(7)",
            "minisign(1)"),
        List.of(SettingsPage.page(), DefinitionPage.page()));
  }

  private static List<String> description() {
    return List.of(
        "bawn runs coding agents, and any other command, in a sandbox. It starts no session as root, and"
            + " never asks for root's password.",
        "An unprivileged session runs under your own user. 'bawn launch' starts one if no agent"
            + " of yours works on the project, or if you give an option that only such sessions have. The command in the session sees the project, the"
            + " programs of this machine and a home directory of its own. It also reads your"
            + " package caches, unless --caches separate hides them. It sees none of your other"
            + " files."
            + " bawn keeps the changes of the session apart until you merge them: see 'status', 'diff', 'review',"
            + " 'merge' and 'undo'.",
        "With the profile strict (the default), bawn hides files of the project with a secret name from an unprivileged"
            + " session, for example .env, private keys and logins. It searches the top of the project, and the directories in which git tracks files. bawn"
            + " names the hidden files at a start on a terminal, and with --dry-run. --show-secrets lets the session see them. --mask-env and --mask-secrets search everywhere in the project; --mask hides any file. If git tracks a hidden file, the session can still read it from git's objects. With --workspace bind, bawn hides no file, and the session changes the project itself.",
        "An agent session runs as an agent: a Unix account that root created with bawn-admin(8)."
            + " Root signed which programs the agent may run and which projects it can read. For each"
            + " project, the agent can write one scratch directory; with an overlay, also its own view"
            + " of the project. It can write its home, too. Before each start bawn"
            + " verifies the signature, the files, the programs and the policy that the kernel"
            + " enforces. If a check fails, bawn names it and starts nothing. If all checks succeed, bawn"
            + " starts the session with sudo(8).",
        "'bawn launch' and 'bawn shell' take an agent and a project in either order. Without a"
            + " project they use the one that contains the current directory. Without an agent they"
            + " use the only one that works on this project. If several agents work on it, name one.",
        "'launch', 'shell', 'resume', 'exec' and 'run' end with the exit status of the command in the"
            + " session. If a signal ended the command, the exit status is 128 plus the number of the signal.",
        "A hazard is a changed file that can harm you outside the sandbox, for example because"
            + " your shell, git or an editor runs or obeys it. 'status' marks each hazard."
            + " 'merge' stops at severe hazards, and 'export' leaves them out, unless you give"
            + " --accept-hazards. The list is in the source code of bawn:"
            + " launcher/src/main/resources/dev/bawn/launcher/review/hazards.tsv.");
  }

  private static List<Entry> examples() {
    return List.of(
        new Entry(
            "bawn launch", "Start your first agent tool on the project of the current directory."),
        new Entry(
            "bawn launch --name try -- make test", "Run one command in a session named 'try'."),
        new Entry("bawn review try", "Read the changes of this session, decide, and merge."),
        new Entry("bawn merge try --all; bawn undo try", "Merge all changes, then take them back."),
        new Entry("bawn launch a.noir app", "Start an agent on the project 'app'."),
        new Entry("bawn verify a.noir", "Verify an agent, from root's signature to the kernel."));
  }

  private static List<Entry> environment() {
    return List.of(
        new Entry("XDG_CONFIG_HOME", "the directory of your settings; default: ~/.config"),
        new Entry("XDG_STATE_HOME", "the directory of session records; default: ~/.local/state"),
        new Entry(
            "XDG_DATA_HOME", "the directory of workspaces and homes; default: ~/.local/share"),
        new Entry(
            "VISUAL, EDITOR", "the editor for 'env edit', 'config edit', and e in 'bawn review'"),
        new Entry("NO_COLOR", "when it is set and not empty, bawn prints no colours"),
        new Entry(
            "BAWN_SESSION",
            "in a session: its name (in an agent session: AGENT/PROJECT); in a hook: the name of"
                + " the session"),
        new Entry(
            "BAWN_PORT_BASE, BAWN_PORT_COUNT",
            "in an unprivileged session with a network: its first port, and the number of its ports; no other running session of yours has the same ports:"
                + " see port_base in bawn.toml(5)"));
  }

  private static List<Entry> files() {
    return List.of(
        new Entry("~/.config/bawn/config.toml", "your settings: see bawn.toml(5)"),
        new Entry("PROJECT/.bawn.toml", "settings of a project: see bawn.toml(5)"),
        new Entry("~/.config/bawn/env", "API keys of the tools, mode 0600"),
        new Entry(
            "~/.config/bawn/tools.d/TOOL.toml",
            "your own definition of a tool, for your own sessions: see bawn-tool(5)"),
        new Entry(
            "~/.config/bawn/hooks/pre-start",
            "your program that bawn runs before each unprivileged session, and before each agent"
                + " session in the background. Its arguments are the"
                + " name of the session and a directory. This is the directory that the session"
                + " writes; for an agent session or a readonly session, it is the project. If it fails,"
                + " bawn starts nothing"),
        new Entry(
            "~/.config/bawn/hooks/post-start",
            "your program that bawn runs when the command of the session has begun, with the same arguments"),
        new Entry(
            "~/.config/bawn/hooks/notify",
            "your program that bawn runs when a session with '--notify hook' has ended. While"
                + " 'bawn watch' runs, bawn also runs it when a session begins to wait for an answer"),
        new Entry("~/.local/state/bawn/sessions", "the records of your sessions"),
        new Entry("~/.local/share/bawn/workspaces", "the changes of your sessions"),
        new Entry("~/.local/share/bawn/homes", "the home directories of your sessions"),
        new Entry("~/.local/share/bawn/logins", "the logins that your sessions of a tool share"),
        new Entry("~/.local/share/bawn/caches", "the packages that your sessions downloaded"),
        new Entry(
            "~/.local/state/bawn/seen/AGENT",
            "the serial of the newest policy of the agent that bawn verified for you; bawn refuses an older policy"),
        new Entry("/var/lib/bawn/agents/AGENT", "the signed policy of an agent"),
        new Entry(
            "/var/lib/bawn/scratch/AGENT/PROJECT",
            "the scratch directory of an agent, which its operators can read"),
        new Entry("/etc/bawn/trusted", "the public keys whose signatures bawn accepts"));
  }
}
