package dev.bawn.contract.layout;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import java.nio.file.Path;

/**
 * The directories of bawn in the system, below {@code /}; tests use another root.
 *
 * @param root absolute
 */
public record SystemLayout(Path root) {

  /** The layout of the running system. */
  public static final SystemLayout SYSTEM = new SystemLayout(Path.of("/"));

  /** A path of the system, given without its leading slash. */
  public Path at(String relative) {
    return root.resolve(relative);
  }

  /** System settings. */
  public Path settings() {
    return at("etc/bawn/bawn.toml");
  }

  /** Secret signing keys, {@code KEYID.key}, readable for root only. */
  public Path keys() {
    return at("etc/bawn/keys");
  }

  /** Public keys that the launcher accepts, {@code KEYID.pub}. */
  public Path trusted() {
    return at("etc/bawn/trusted");
  }

  /** The directory of all state of bawn. */
  public Path state() {
    return at("var/lib/bawn");
  }

  /** The lock of a command that changes a policy. */
  public Path lock() {
    return state().resolve(".lock");
  }

  /** The journal, which exists while a transaction is not finished. */
  public Path journal() {
    return state().resolve("txn.toml");
  }

  /** The next uid of an agent: uids are never reused. */
  public Path nextUid() {
    return state().resolve("next-uid");
  }

  /**
   * The next uid for a later installation: it stays when bawn is removed, so that no new agent owns
   * files of an agent of a removed installation.
   */
  public Path keptNextUid() {
    return at("var/lib/bawn.next-uid");
  }

  /** The accounts and groups that {@code init} created. */
  public Path madeAccounts() {
    return state().resolve("made-accounts");
  }

  /** The audit log: user, action and time. */
  public Path audit() {
    return state().resolve("audit.jsonl");
  }

  /** The links to the policy directories. */
  public Path agents() {
    return state().resolve("agents");
  }

  /** The link to an agent's current policy directory. */
  public Path agent(AgentName agent) {
    return agents().resolve(agent.text());
  }

  /** The parent of the directories that {@link #generations} returns. */
  public Path allGenerations() {
    return agents().resolve(".gen");
  }

  /** The parent of an agent's policy directories. */
  public Path generations(AgentName agent) {
    return allGenerations().resolve(agent.text());
  }

  /** A policy directory, whose name is the serial. */
  public Generation generation(AgentName agent, Serial serial) {
    return new Generation(generations(agent).resolve(serial.toString()));
  }

  /** The read-only copies of projects. */
  public Path mirrors() {
    return state().resolve("mirrors");
  }

  /** The copy of one project. */
  public Path mirror(ProjectId mirror) {
    return mirrors().resolve(mirror.text());
  }

  /** The directory of the markers of current mirrors, which does not survive a reboot. */
  public Path live() {
    return at("run/bawn/live");
  }

  /** The lock of the process that keeps mirrors current. */
  public Path liveLock() {
    return live().resolve(".lock");
  }

  /** The marker that exists while a mirror is current. */
  public Path live(ProjectId mirror) {
    return live().resolve(mirror.text());
  }

  /** The list of the project at the last update of its mirror, which does not survive a reboot. */
  public Path listed(ProjectId mirror) {
    return live().resolve(".listed-" + mirror.text());
  }

  /** The directory with the scratch directories of all agents. */
  public Path allScratch() {
    return state().resolve("scratch");
  }

  /** The parent of an agent's scratch directories. */
  public Path scratch(AgentName agent) {
    return allScratch().resolve(agent.text());
  }

  /** An agent's scratch directory for a project. */
  public Path scratch(AgentName agent, ProjectId project) {
    return scratch(agent).resolve(project.text());
  }

  /** The directory with the overlays of an agent. */
  public Path overlays(AgentName agent) {
    return scratch(agent).resolve(".overlay");
  }

  /**
   * The directory of an agent's overlay on a project; no name of a project begins with a dot. It
   * belongs to root, and is locked (flock) while a session uses the overlay.
   */
  public Path overlay(AgentName agent, ProjectId project) {
    return overlays(agent).resolve(project.text());
  }

  /** The upper layer of an agent's overlay on a project. */
  public Path upper(AgentName agent, ProjectId project) {
    return overlay(agent, project).resolve("upper");
  }

  /**
   * A file whose modification time is that of the agent's last activity: it belongs to root, beside
   * the scratch directories.
   */
  public Path activity(AgentName agent) {
    return scratch(agent).resolve(".active");
  }

  /** The parent of all homes, which other users cannot enter. */
  public Path homes() {
    return state().resolve("homes");
  }

  /** An agent's home. */
  public Path home(AgentName agent) {
    return homes().resolve(agent.text());
  }

  /** The parent of the directories that {@link #identity} returns. */
  public Path identities() {
    return state().resolve("identities");
  }

  /**
   * The directory with the key with which git signs commits in the sessions of an agent, see {@link
   * dev.bawn.contract.identity.CommitSigning}.
   */
  public Path identity(AgentName agent) {
    return identities().resolve(agent.text());
  }

  /** Copies of programs, made when a policy was signed. */
  public Path programs() {
    return state().resolve("programs");
  }

  /**
   * The directory that sessions see as /usr/bin.
   *
   * @param id the digest of the list of its entries
   */
  public Path programs(Sha256 id) {
    return programs().resolve(id.hex());
  }

  /** All copies of programs, by digest, readable for root only. */
  public Path programCopies() {
    return programs().resolve(".files");
  }

  /** The one copy of a program with this digest. */
  public Path programCopy(Sha256 digest) {
    return programCopies().resolve(digest.hex());
  }

  /** Agent tools that root adopted. */
  public Path tools() {
    return state().resolve("tools");
  }

  /** The tree of one version of a tool. */
  public Path tool(CommandName name, String version) {
    return tools().resolve(name.text()).resolve(version);
  }

  /** Root's own definitions of tools. */
  public Path toolDefinitions() {
    return at("etc/bawn/tools.d");
  }

  /** The generated rules that permit operators to run the entry point as their agents. */
  public Path sudoers() {
    return at("etc/sudoers.d/bawn");
  }

  /** The directory of the system's units, with the generated units of agents that have limits. */
  public Path units() {
    return at("etc/systemd/system");
  }

  /**
   * A file that exists if a profile of the distribution attaches to bubblewrap, or user namespaces
   * are restricted: {@code enter} then starts bubblewrap under the profile bawn-bubblewrap.
   */
  public Path bubblewrapProfile() {
    return state().resolve("bubblewrap-profile");
  }

  /** The accounts. Agents are always local ones. */
  public Path passwd() {
    return at("etc/passwd");
  }
}
