package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.Set;
import java.util.regex.Pattern;

/** The name of an agent and of its Unix account. */
public final class AgentName extends Name<AgentName> {

  /** A part of the name of a home that its agent left: see {@code delete --keep-home}. */
  public static final String KEPT = ".kept-";

  private static final Pattern GRAMMAR = Pattern.compile("[a-z][a-z0-9._-]{0,30}");

  /** Accounts of distributions, and words with another meaning in bawn's commands. */
  private static final Set<String> RESERVED =
      Set.of(
          "root",
          "daemon",
          "bin",
          "sys",
          "sync",
          "games",
          "man",
          "lp",
          "mail",
          "news",
          "uucp",
          "proxy",
          "www-data",
          "backup",
          "list",
          "irc",
          "nobody",
          "nogroup",
          "adm",
          "sudo",
          "wheel",
          "agents",
          "bawn",
          "bawn-admin",
          "bawn-mirror",
          "bawn-bubblewrap",
          "unconfined",
          "all",
          "shell",
          "launch",
          "messagebus",
          "polkitd",
          "sshd");

  /**
   * @param text matches {@code [a-z][a-z0-9._-]{0,30}}: useradd(8) accepts it, at most 31 bytes, so
   *     that it fits utmp and the name of the AppArmor profile; no reserved name
   * @throws WrongUsage if {@code text} is not a valid name of an agent
   */
  public AgentName(String text) {
    super(text);
    if (!GRAMMAR.matcher(text).matches()) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' cannot be the name of an agent",
          "use 1 to 31 of a-z 0-9 . _ -; begin with a letter, for example a.noir");
    }
    if (RESERVED.contains(text)
        || text.startsWith("systemd-")
        || text.endsWith(".")
        || text.contains(KEPT)) {
      throw new WrongUsage(
          "'" + text + "' is a reserved name",
          "an agent needs another name, for example a." + text);
    }
  }

  /** Parses a name. See the constructor for the refusals. */
  public static AgentName of(String text) {
    return new AgentName(text);
  }

  /** The name of the AppArmor profile that confines this agent. */
  public String profileName() {
    return "bawn." + text();
  }
}
