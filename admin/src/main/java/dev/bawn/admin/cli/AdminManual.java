package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Manual;
import dev.bawn.contract.cli.Manual.Entry;
import java.util.List;

/** The parts of bawn-admin(8) that are not generated from the commands. */
final class AdminManual {

  private static final int SYSTEM_ADMINISTRATION = 8;

  private AdminManual() {}

  static Manual text() {
    return new Manual(
        SYSTEM_ADMINISTRATION,
        description(),
        examples(),
        environment(),
        files(),
        List.of("bawn(1)", "bawn-tool(5)", "bwrap(1)", "sudoers(5)", "apparmor(7)", "minisign(1)"),
        List.of());
  }

  private static List<String> description() {
    return List.of(
        "bawn-admin creates agents. An agent is a Unix account for a coding agent, without a"
            + " login. Root decides which programs an agent may run, which projects it can read,"
            + " and which users may start it. bawn-admin writes these decisions and the sandbox"
            + " that they require to a policy directory, and signs it. bawn(1) starts a"
            + " session only after it has verified this signature.",
        "'bawn-admin init' prepares a machine. 'bawn-admin uninstall' removes everything that"
            + " bawn-admin created, except /var/lib/bawn.next-uid. Each change is a transaction:"
            + " even when bawn-admin is killed, either the old signed policy is in effect or the"
            + " new one. The next command completes a change that was interrupted. 'bawn-admin"
            + " audit' lists the commands that change something, including those that were refused.",
        "With two exceptions, a session of an agent executes no file and loads no library that"
            + " the agent wrote. Each mount that the agent can write has the options noexec,"
            + " nosuid and nodev. This needs Linux 5.12. An allowed interpreter still runs the files that it"
            + " reads. The first exception is '--compiled': with it, 'create' and 'reseal' let an agent"
            + " execute files that it writes, except those in /tmp and /var/tmp. The second"
            + " exception is a tool with 'unpacks' in its definition, such as OpenCode. An agent that"
            + " may run the tool can load libraries that it wrote in the directories of 'unpacks'."
            + " Without AppArmor, it can also execute files there: see bawn-tool(5)."
            + " The seccomp filter lets no process make machine code in memory. It permits this only"
            + " for an agent with a tool of 'tool add', with '--compiled' or '--jit', or with a"
            + " program that needs it (java, node). An agent has at most one of '--compiled' and"
            + " '--jit': each replaces the other."
            + " 'reseal --no-compiled' withdraws the one that the agent has.",
        "With '--identity', 'create' and 'reseal' give an agent an Ed25519 key, with which git in its"
            + " sessions signs each commit. Only root and the agent can read the key. The public key"
            + " is in the signed policy, and 'show' prints it. 'reseal --no-identity' and 'delete'"
            + " remove the key.",
        "'--limit' takes one or more limits, with commas between them. nproc limits the processes and"
            + " threads of the agent's account, nofile the open files of each process, and disk the"
            + " size of the files in the agent's home and scratch directories. memory, cpus and pids"
            + " limit all sessions of the agent together: their memory, processor time, and processes"
            + " and threads. 0 removes a limit, except nproc and nofile.",
        "Root can always take permissions away. While an allowed program of an agent is missing,"
            + " bawn-admin names the program and gives the agent no further permissions.");
  }

  private static List<Entry> examples() {
    return List.of(
        new Entry("sudo bawn-admin init --operator alice", "Prepare this machine."),
        new Entry("sudo bawn-admin create a.noir", "Create an agent."),
        new Entry("sudo bawn-admin reseal a.noir --identity", "Let the agent sign its commits."),
        new Entry("sudo bawn-admin assign a.noir /home/alice/app", "Let the agent read a project."),
        new Entry("sudo bawn-admin allow a.noir git make", "Let the agent run two more programs."),
        new Entry("sudo bawn-admin denials a.noir", "List refusals of the kernel to the agent."),
        new Entry("sudo bawn-admin reseal", "Sign all policies again after a package update."));
  }

  private static List<Entry> environment() {
    return List.of(
        new Entry(
            "BAWN_PASSPHRASE_FD",
            "the file descriptor from which to read the passphrase of the signing key; under sudo"
                + " it must be 0"),
        new Entry("NO_COLOR", "when it is set and not empty, bawn-admin prints no colours"));
  }

  private static List<Entry> files() {
    return List.of(
        new Entry(
            "/etc/bawn/bawn.toml",
            "the settings of bawn-admin, written by 'init'. operators (array of numbers): the user"
                + " IDs of the operators of new agents. agent_uids (array of numbers): the first and the"
                + " last user ID of each range. New agents get user IDs from the last range."
                + " format (number): 1"),
        new Entry("/etc/bawn/keys", "the signing keys, which only root can read"),
        new Entry("/etc/bawn/trusted", "the public keys whose signatures bawn accepts"),
        new Entry("/etc/bawn/tools.d", "root's own definitions of agent tools: see bawn-tool(5)"),
        new Entry("/etc/sudoers.d/bawn", "generated: which operator may start which agent"),
        new Entry(
            "/var/lib/bawn/agents",
            "the signed policies: for each agent, a link to the current one"),
        new Entry(
            "/var/lib/bawn/identities",
            "the keys with which git signs the commits of agents, and their public halves"),
        new Entry("/var/lib/bawn/mirrors", "read-only copies of projects"),
        new Entry("/var/lib/bawn/scratch", "the scratch directories of agents"),
        new Entry("/var/lib/bawn/homes", "the home directories of agents"),
        new Entry("/var/lib/bawn/tools", "adopted tools, each with its signed record"),
        new Entry(
            "/var/lib/bawn/audit.jsonl",
            "one line for each beginning and each end of a command; bawn-admin only appends"));
  }
}
