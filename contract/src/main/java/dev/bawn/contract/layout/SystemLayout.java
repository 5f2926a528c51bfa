package dev.bawn.contract.layout;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import java.nio.file.Path;

/**
 * The directories of the system that bawn keeps, below {@code /}; tests use another root.
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

  /** Secret signing keys, {@code KEYID.key}, root's alone. */
  public Path keys() {
    return at("etc/bawn/keys");
  }

  /** Public keys that the launcher accepts, {@code KEYID.pub}. */
  public Path trusted() {
    return at("etc/bawn/trusted");
  }

  /** Everything that bawn keeps. */
  public Path state() {
    return at("var/lib/bawn");
  }

  /** Held by a command that changes a policy. */
  public Path lock() {
    return state().resolve(".lock");
  }

  /** Present while a transaction is not finished. */
  public Path journal() {
    return state().resolve("txn.toml");
  }

  /** The next uid of an agent: numbers are never given out again. */
  public Path nextUid() {
    return state().resolve("next-uid");
  }

  /**
   * The same, for the next installation: stays when the rest is removed, so that no new agent owns
   * what an agent of a removed installation left behind.
   */
  public Path keptNextUid() {
    return at("var/lib/bawn.next-uid");
  }

  /** Who did what, when. */
  public Path audit() {
    return state().resolve("audit.jsonl");
  }

  /** The links to the sealed directories. */
  public Path agents() {
    return state().resolve("agents");
  }

  /** The link to an agent's current sealed directory. */
  public Path agent(AgentName agent) {
    return agents().resolve(agent.text());
  }

  /** The parent of what {@link #generations} gives. */
  public Path allGenerations() {
    return agents().resolve(".gen");
  }

  /** The parent of an agent's sealed directories. */
  public Path generations(AgentName agent) {
    return allGenerations().resolve(agent.text());
  }

  /** A sealed directory, whose name is the serial. */
  public Generation generation(AgentName agent, Serial serial) {
    return new Generation(generations(agent).resolve(serial.toString()));
  }

  /** The read-only copies of projects. */
  public Path mirrors() {
    return state().resolve("mirrors");
  }

  /** One copy. */
  public Path mirror(ProjectId mirror) {
    return mirrors().resolve(mirror.text());
  }

  /** Where a watcher says which mirrors are current; gone after a boot. */
  public Path live() {
    return at("run/bawn/live");
  }

  /** Held by the one process that keeps mirrors current. */
  public Path liveLock() {
    return live().resolve(".lock");
  }

  /** There while a mirror is current. */
  public Path live(ProjectId mirror) {
    return live().resolve(mirror.text());
  }

  /** The list of the project when its mirror was last brought in line; gone after a boot. */
  public Path listed(ProjectId mirror) {
    return live().resolve(".listed-" + mirror.text());
  }

  /** The parent of an agent's writable spaces. */
  public Path scratch(AgentName agent) {
    return state().resolve("scratch").resolve(agent.text());
  }

  /** An agent's writable space for a project. */
  public Path scratch(AgentName agent, ProjectId project) {
    return scratch(agent).resolve(project.text());
  }

  /**
   * The directory of an agent's overlay on a project: no name of a project begins with a dot.
   * Root's, and held (flock) as long as a session has the overlay.
   */
  public Path overlay(AgentName agent, ProjectId project) {
    return scratch(agent).resolve(".overlay").resolve(project.text());
  }

  /** What an agent wrote over its copy of a project: the upper layer. */
  public Path upper(AgentName agent, ProjectId project) {
    return overlay(agent, project).resolve("upper");
  }

  /** Its time is when the agent was last active: a file of root's, beside the writable spaces. */
  public Path activity(AgentName agent) {
    return scratch(agent).resolve(".active");
  }

  /** The parent of all homes, which others cannot enter. */
  public Path homes() {
    return state().resolve("homes");
  }

  /** An agent's home. */
  public Path home(AgentName agent) {
    return homes().resolve(agent.text());
  }

  /** Copies of programs, made when they were sealed. */
  public Path programs() {
    return state().resolve("programs");
  }

  /**
   * The directory that sessions see as /usr/bin.
   *
   * @param id the digest of the list of what is in it
   */
  public Path programs(Sha256 id) {
    return programs().resolve(id.hex());
  }

  /** All copies of programs, by digest; root's alone. */
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

  /** Who may run the entry point as whom; generated. */
  public Path sudoers() {
    return at("etc/sudoers.d/bawn");
  }

  /**
   * Present where a profile of the distribution attaches to bubblewrap, or user namespaces are
   * restricted: {@code enter} then starts bubblewrap under the profile bawn-wall.
   */
  public Path wallMark() {
    return state().resolve("wall");
  }

  /** Accounts. Agents are always local ones. */
  public Path passwd() {
    return at("etc/passwd");
  }
}
