package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Manual;
import java.util.List;

/** The page bawn(1), as far as it is not made of the commands. */
final class BawnManual {

  private static final int USER_COMMANDS = 1;

  private BawnManual() {}

  static Manual text() {
    return new Manual(
        USER_COMMANDS,
        List.of(
            "bawn starts coding agents, and whatever else runs on a command line, inside walls. It"
                + " never has root's rights and asks for none.",
            "A sealed agent is an account that root made with bawn-admin(8), with a list of programs"
                + " that it may run, projects that it may read and one directory for each of them"
                + " that it may write. Before each start bawn checks what root signed: the"
                + " signature, the files, the programs, and the policy that the kernel enforces. It"
                + " then becomes sudo(8), which enters as that agent what root sealed, and nothing"
                + " else; a broken link is named, and nothing starts.",
            "Names of agents and projects are recognised by what they are, in either order. Left"
                + " out, they are the project that you stand in and the one agent that works on it.",
            "A hazard is a file that acts for you when you next work. 'status' marks each one. 'merge'"
                + " stops at severe hazards and 'export' leaves them out, unless --accept-hazards is"
                + " given. The list is hazards.tsv in the source,"
                + " launcher/src/main/resources/dev/bawn/launcher/review."),
        List.of(
            new Manual.Entry(
                "XDG_CONFIG_HOME", "where your settings and keys lie; otherwise ~/.config"),
            new Manual.Entry(
                "XDG_STATE_HOME", "where bawn remembers what you saw; otherwise ~/.local/state"),
            new Manual.Entry(
                "VISUAL, EDITOR",
                "with what 'bawn env edit' opens the file of keys, and 'bawn review' a copy"),
            new Manual.Entry("NO_COLOR", "where it is set, nothing is coloured")),
        List.of(
            new Manual.Entry(
                "~/.config/bawn/env", "API keys for the tools, which nobody else can read"),
            new Manual.Entry(
                "~/.config/bawn/tools.d/TOOL.toml",
                "your own definition of a tool, for your own sessions: see 'bawn tools show'"),
            new Manual.Entry(
                "~/.local/state/bawn/seen/AGENT",
                "the latest state that you have seen; an older policy is refused"),
            new Manual.Entry(
                "/var/lib/bawn/agents/AGENT", "the sealed policy of an agent, with its seal"),
            new Manual.Entry(
                "/var/lib/bawn/scratch/AGENT/PROJECT", "what the agent wrote, readable for you"),
            new Manual.Entry("/etc/bawn/trusted", "public keys that count")),
        List.of("bawn-admin(8)", "bwrap(1)", "sudo(8)", "apparmor(7)", "minisign(1)"));
  }
}
