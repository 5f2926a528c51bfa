package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Manual;
import java.util.List;

/** The page bawn-admin(8), as far as it is not made of the commands. */
final class AdminManual {

  private static final int SYSTEM_ADMINISTRATION = 8;

  private AdminManual() {}

  static Manual text() {
    return new Manual(
        SYSTEM_ADMINISTRATION,
        List.of(
            "bawn-admin makes agents: accounts for coding agents, which cannot be logged in to. It"
                + " decides what each may run, which projects it sees and who may start it, makes"
                + " the walls of its sessions of that, and signs all of it. bawn(1) starts sessions"
                + " and believes nothing that was not signed.",
            "'bawn-admin init' sets a machine up; 'bawn-admin uninstall' takes back all that was"
                + " made. Each command that changes something either does so as a whole or not at"
                + " all, whatever ends it, and is written down for 'bawn-admin audit'."),
        List.of(
            new Manual.Entry(
                "BAWN_PASSPHRASE_FD",
                "the descriptor that a script gives the passphrase of the signing key on; under"
                    + " sudo it must be 0"),
            new Manual.Entry("NO_COLOR", "where it is set, nothing is coloured")),
        List.of(
            new Manual.Entry("/etc/bawn/bawn.toml", "who may start new agents"),
            new Manual.Entry("/etc/bawn/keys", "the signing key, which only root can read"),
            new Manual.Entry("/etc/bawn/trusted", "public keys that count"),
            new Manual.Entry(
                "/etc/bawn/tools.d", "definitions of agent tools, which come before those of bawn"),
            new Manual.Entry("/etc/sudoers.d/bawn", "generated: who may enter which agent"),
            new Manual.Entry(
                "/var/lib/bawn/agents", "the sealed policies, each a link to its current state"),
            new Manual.Entry("/var/lib/bawn/mirrors", "read-only copies of projects"),
            new Manual.Entry("/var/lib/bawn/scratch", "what agents wrote beside their projects"),
            new Manual.Entry("/var/lib/bawn/homes", "the homes of agents"),
            new Manual.Entry("/var/lib/bawn/tools", "adopted tools, each with its sealed record"),
            new Manual.Entry(
                "/var/lib/bawn/audit.jsonl", "what root did, to which lines are only ever added")),
        List.of("bawn(1)", "bwrap(1)", "sudoers(5)", "apparmor(7)", "minisign(1)"));
  }
}
