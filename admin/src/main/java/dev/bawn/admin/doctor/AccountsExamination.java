package dev.bawn.admin.doctor;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.sealing.AgentRemains;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Checks that it is impossible to log in to the accounts of agents, and that none is left of a
 * deleted agent.
 *
 * @param layout with the files of accounts
 * @param agents all agents
 * @param clock decides which accounts have expired
 */
public record AccountsExamination(SystemLayout layout, List<AgentName> agents, Clock clock)
    implements Examination {

  private static final String INIT = "sudo bawn-admin init";

  // indexes of fields in passwd(5) and shadow(5)
  private static final int PASSWORD = 1;
  private static final int COMMENT = 4;
  private static final int SHELL = 6;
  private static final int EXPIRES = 7;

  public AccountsExamination {
    agents = List.copyOf(agents);
  }

  @Override
  public String subject() {
    return "the accounts";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.AGENTS_GROUP_MISSING,
        FindingKind.MIRROR_KEEPER_MISSING,
        FindingKind.ACCOUNT_MISSING,
        FindingKind.ACCOUNT_SHELL,
        FindingKind.ACCOUNT_VALID,
        FindingKind.ACCOUNT_UNLOCKED,
        FindingKind.ACCOUNT_GROUP,
        FindingKind.ACCOUNT_ORPHAN);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    AccountLines lines = AccountLines.read(layout);
    List<Diagnosis> found = new ArrayList<>();
    boolean grouped = lines.group(SystemAccounts.AGENTS).isPresent();
    if (!grouped) {
      found.add(
          Diagnosis.of(
              FindingKind.AGENTS_GROUP_MISSING,
              "the group " + SystemAccounts.AGENTS + " is missing, so no agent reaches its home",
              INIT));
    }
    if (lines.account(SystemAccounts.MIRROR_KEEPER).isEmpty()) {
      found.add(
          Diagnosis.of(
              FindingKind.MIRROR_KEEPER_MISSING,
              "the account "
                  + SystemAccounts.MIRROR_KEEPER
                  + " is missing, so no mirror can be made",
              INIT));
    }
    for (AgentName agent : agents) {
      agent(agent.text(), lines, found);
      boolean isAccount = lines.account(agent.text()).isPresent();
      if (isAccount && grouped && !lines.isMember(SystemAccounts.AGENTS, agent.text())) {
        found.add(
            Diagnosis.of(
                FindingKind.ACCOUNT_GROUP,
                agent
                    + " is not in the group "
                    + SystemAccounts.AGENTS
                    + ", so it cannot reach its home",
                "sudo usermod --append --groups " + SystemAccounts.AGENTS + " " + agent));
      }
    }
    orphans(lines, found);
    return found;
  }

  private void agent(String agent, AccountLines lines, List<Diagnosis> found) throws IOException {
    if (lines.account(agent).isEmpty()) {
      found.add(
          new Diagnosis(
              FindingKind.ACCOUNT_MISSING,
              agent + " has a signed policy and no account",
              again(AgentName.of(agent))));
      return;
    }
    String shell = lines.account(agent).orElseThrow()[SHELL];
    if (!shell.endsWith("/nologin") && !shell.endsWith("/false")) {
      found.add(
          Diagnosis.of(
              FindingKind.ACCOUNT_SHELL,
              "the account of " + agent + " has a shell: " + Printable.of(shell),
              "sudo usermod --shell /usr/sbin/nologin " + agent));
    }
    lines.secret(agent).ifPresent(secret -> secret(agent, secret, found));
  }

  /** The lines that make the account again with its uid, which owns the agent's home directory. */
  private List<String> again(AgentName agent) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# to remove the agent with all of its files: sudo bawn-admin delete " + agent);
    Accounts accounts = new Accounts(layout);
    Optional<Uid> uid = accounts.ownerOfHome(agent);
    if (uid.isPresent()) {
      lines.add("# to make the account again:");
      lines.addAll(accounts.lines(agent, uid.get()));
    }
    return lines;
  }

  private void secret(String agent, String[] secret, List<Diagnosis> found) {
    if (!hasExpired(secret[EXPIRES])) {
      found.add(
          Diagnosis.of(
              FindingKind.ACCOUNT_VALID,
              "the account of " + agent + " has not expired: a user with an SSH key could log in",
              "sudo usermod --expiredate 1970-01-02 " + agent));
    }
    if (!secret[PASSWORD].startsWith("!") && !secret[PASSWORD].startsWith("*")) {
      found.add(
          Diagnosis.of(
              FindingKind.ACCOUNT_UNLOCKED,
              "the account of " + agent + " has a password: a user could log in",
              "sudo usermod --lock " + agent));
    }
  }

  /**
   * Tells whether an account has expired; the field contains days since 1970, or is empty for
   * never.
   */
  private boolean hasExpired(String days) {
    try {
      return Long.parseLong(days) <= Duration.ofMillis(clock.millis()).toDays();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Finds accounts of no agent. An agent whose link is missing still needs its account. */
  private void orphans(AccountLines lines, List<Diagnosis> found) throws IOException {
    SortedSet<String> lost = new AgentRemains(layout).lost();
    lines.passwd().stream()
        .filter(line -> line[COMMENT].equals(Accounts.COMMENT))
        .map(line -> line[0])
        .filter(name -> agents.stream().noneMatch(agent -> agent.text().equals(name)))
        .filter(name -> !lost.contains(name))
        .forEach(name ->
            found.add(
                Diagnosis.of(
                    FindingKind.ACCOUNT_ORPHAN,
                    "the account " + Printable.of(name) + " no longer belongs to an agent",
                    "sudo userdel " + Printable.of(name))));
  }
}
