package dev.bawn.admin.agent;

import dev.bawn.admin.allowlist.Allowlist;
import dev.bawn.admin.allowlist.CommandSets;
import dev.bawn.admin.allowlist.SealedPrograms;
import dev.bawn.admin.change.Audience;
import dev.bawn.admin.change.Effects;
import dev.bawn.admin.change.KeepHome;
import dev.bawn.admin.change.PolicyChanges;
import dev.bawn.admin.change.ScratchChange;
import dev.bawn.admin.sealing.AgentRemains;
import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes agents and their commands. The caller holds the lock of the policies. */
public final class Agents {

  private final SystemLayout layout;
  private final SealedState state;
  private final PolicyChanges changes;
  private final GenerationWriter writer;
  private final Allowlist allowlist;
  private final Effects effects;
  private final Numbers uids;
  private final CommitKeys keys;
  private final SealedPrograms programs;
  private final Clock clock;

  /** Allocates the user IDs of new agents. */
  @FunctionalInterface
  public interface Numbers {
    Uid take() throws IOException;
  }

  /**
   * @param layout with the programs of the system and the files of agents
   * @param state the current policies
   * @param changes applies a change, or only computes it
   * @param writer signs policies
   * @param allowlist finds programs
   * @param effects reads the system's accounts
   * @param uids allocates the uids of new agents
   * @param keys gives agents keys for commits
   * @param clock the time that is signed
   */
  public Agents(
      SystemLayout layout,
      SealedState state,
      PolicyChanges changes,
      GenerationWriter writer,
      Allowlist allowlist,
      Effects effects,
      Numbers uids,
      CommitKeys keys,
      Clock clock) {
    this.layout = layout;
    this.state = state;
    this.changes = changes;
    this.writer = writer;
    this.allowlist = allowlist;
    this.effects = effects;
    this.uids = uids;
    this.keys = keys;
    this.programs = new SealedPrograms(layout);
    this.clock = clock;
  }

  /**
   * Creates an agent with the commands of its profile that are installed and can be allowed.
   *
   * @throws Refused if an agent, account or group of that name exists already, or files of one
   */
  public Manifest create(NewAgent asked) throws IOException {
    if (state.has(asked.name())) {
      throw new Refused(
          "agent '" + asked.name() + "' already exists",
          "see: sudo bawn-admin show " + asked.name());
    }
    effects.requireFreeName(asked.name());
    Optional<Path> remains = new AgentRemains(layout).of(asked.name());
    if (remains.isPresent()) {
      throw new Refused(
          "there are files of an earlier agent '" + asked.name() + "': " + remains.get(),
          "choose another name, or see: sudo bawn-admin doctor");
    }
    List<AllowedCommand> commands = installed(asked.profile());
    Optional<NewIdentity> made = keys.made(asked.identity());
    if (made.isPresent()) {
      allowlist.find(CommitKeys.SIGNS); // a refusal comes before a user ID is taken
    }
    Uid uid = uids.take();
    Manifest manifest = first(asked, commands, uid);
    Manifest named = named(identified(manifest, asked.identity(), made), Set.of());
    changes.change(
        "create", new PolicyDecisions(named, new TreeMap<>(), made), Optional.empty(), writer);
    return named;
  }

  /** Returns the first policy of an agent, without a key. */
  private Manifest first(NewAgent asked, List<AllowedCommand> commands, Uid uid) {
    return new Manifest(
        asked.name(),
        uid,
        uid,
        asked.operators(),
        new TreeMap<>(),
        Serial.FIRST,
        now(),
        asked.profile(),
        asked.confinement(),
        asked.pin(),
        asked.profile() == Profile.NETWORK_ISOLATED ? NetworkPolicy.NONE : NetworkPolicy.OPEN,
        asked.limits(),
        asked.execution(),
        new TreeMap<>(),
        Optional.empty(),
        commands,
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private Manifest identified(Manifest before, IdentityChange change, Optional<NewIdentity> made) {
    return CommitKeys.changed(before, change, made, name -> allowlist.find(name).command());
  }

  private List<AllowedCommand> installed(Profile profile) {
    List<AllowedCommand> commands = new ArrayList<>();
    for (CommandName name : CommandSets.of(profile)) {
      if (allowlist.isInstalled(name)) {
        try {
          commands.add(allowlist.find(name).command());
        } catch (Refused e) {
          // a distribution may install one of them setuid; a profile includes only programs that
          // can be allowed
          continue;
        }
      }
    }
    commands.sort(Comparator.comparing(AllowedCommand::name));
    return commands;
  }

  /** Returns the commands of the agent's profile that the agent does not have, with the reasons. */
  public List<CommandOutcome.Rejected> leftOut(Manifest agent) {
    List<CommandOutcome.Rejected> leftOut = new ArrayList<>();
    for (CommandName name : CommandSets.of(agent.profile())) {
      if (agent.commands().stream().noneMatch(command -> command.name().equals(name))) {
        try {
          allowlist.find(name);
        } catch (NotFound | Refused e) {
          leftOut.add(new CommandOutcome.Rejected(name, e));
        }
      }
    }
    return leftOut;
  }

  /**
   * Deletes an agent and ends its sessions.
   *
   * @throws NotFound if the agent does not exist
   */
  public void delete(AgentName agent, KeepHome keepHome) throws IOException {
    state.require(agent);
    changes.delete(agent, keepHome);
  }

  /**
   * Allows commands: all of them, or none if one cannot be allowed.
   *
   * @throws Refused if the program of an earlier command is missing
   */
  public CommandChange allow(AgentName agent, List<CommandName> names) throws IOException {
    PolicyDecisions before = state.decisions(agent);
    programs.requireInstalled(before.manifest());
    List<AllowedCommand> commands = new ArrayList<>(before.manifest().commands());
    List<AdoptedTool> tools = new ArrayList<>(before.manifest().tools());
    List<CommandOutcome> outcomes = new ArrayList<>();
    for (CommandName name : names) {
      outcomes.add(allow(agent, commands, tools, name));
    }
    return settle("allow", before, commands, tools, outcomes);
  }

  private CommandOutcome allow(
      AgentName agent, List<AllowedCommand> commands, List<AdoptedTool> tools, CommandName name) {
    Optional<AllowedCommand> allowed =
        commands.stream().filter(command -> command.name().equals(name)).findFirst();
    if (allowed.isPresent()) {
      boolean isProgram = tools.stream().noneMatch(tool -> tool.name().equals(name));
      return new CommandOutcome.Unchanged(
          name,
          isProgram && allowlist.hasTool(name)
              ? "is allowed already, as "
                  + allowed.get().target()
                  + "; to take the tool, first: sudo bawn-admin restrict "
                  + agent
                  + " "
                  + name
              : "is allowed already");
    }
    try {
      Allowlist.Allowable found = allowlist.find(name);
      commands.add(found.command());
      found.tool().ifPresent(tools::add);
      return new CommandOutcome.Allowed(found.command(), found.brings());
    } catch (Failure e) {
      return new CommandOutcome.Rejected(name, e);
    }
  }

  /** Removes commands: all of them, or none if one was not allowed. */
  public CommandChange restrict(AgentName agent, List<CommandName> names) throws IOException {
    PolicyDecisions before = state.decisions(agent);
    List<AllowedCommand> commands = new ArrayList<>(before.manifest().commands());
    List<AdoptedTool> tools = new ArrayList<>(before.manifest().tools());
    List<CommandOutcome> outcomes = new ArrayList<>();
    for (CommandName name : names) {
      CommitKeys.requireUnused(before.manifest(), name);
      tools.removeIf(tool -> tool.name().equals(name));
      outcomes.add(
          commands.removeIf(command -> command.name().equals(name))
              ? new CommandOutcome.Restricted(name)
              : new CommandOutcome.Rejected(name, notAllowed(before.manifest(), name)));
    }
    return settle("restrict", before, commands, tools, outcomes);
  }

  private static Failure notAllowed(Manifest manifest, CommandName name) {
    List<String> allowed =
        manifest.commands().stream().map(command -> command.name().text()).toList();
    return new NotFound(
        "'" + name + "' is not among the commands of " + manifest.agent(),
        NearestMatch.hint(
            name.text(), allowed, "list its commands: sudo bawn-admin show " + manifest.agent()));
  }

  private CommandChange settle(
      String operation,
      PolicyDecisions before,
      List<AllowedCommand> commands,
      List<AdoptedTool> tools,
      List<CommandOutcome> outcomes)
      throws IOException {
    CommandChange nothing = new CommandChange(outcomes, Optional.empty());
    if (nothing.rejected() || commands.equals(before.manifest().commands())) {
      return nothing;
    }
    commands.sort(Comparator.comparing(AllowedCommand::name));
    Manifest after =
        next(before.manifest().withCommands(commands).withTools(allowlist.ranked(tools)));
    changes.change(
        operation, new PolicyDecisions(after, before.instructions()), Optional.empty(), writer);
    return new CommandChange(outcomes, Optional.of(after));
  }

  /**
   * Changes the operators of an agent.
   *
   * @param wanted the operators from now on
   * @param added the operators that were just named: their present accounts are signed
   * @return the new policy; the current one if nothing changed
   * @throws Refused if no operator would be left, or if one is added and a program is missing
   */
  public Manifest operators(AgentName agent, SortedSet<Uid> wanted, Set<Uid> added)
      throws IOException {
    PolicyDecisions before = state.decisions(agent);
    SortedSet<Uid> had = before.manifest().operators();
    if (wanted.isEmpty()) {
      throw nobodyLeft(agent);
    }
    Manifest after = named(before.manifest().withOperators(wanted), added);
    if (wanted.equals(had) && after.users().equals(before.manifest().users())) {
      return before.manifest();
    }
    if (!had.containsAll(wanted)) {
      programs.requireInstalled(before.manifest());
    }
    boolean all =
        wanted.containsAll(had)
            && after.users().entrySet().containsAll(before.manifest().users().entrySet());
    Audience audience = all ? Audience.WIDER : Audience.NARROWER;
    after = next(after);
    changes.change(
        "operator",
        new PolicyDecisions(after, before.instructions()),
        Optional.empty(),
        audience,
        writer);
    return after;
  }

  /**
   * Changes the environment variables of an agent's sessions.
   *
   * @return the new policy; the current one if nothing changed
   */
  public Manifest variables(AgentName agent, SortedMap<String, String> wanted) throws IOException {
    PolicyDecisions before = state.decisions(agent);
    if (wanted.equals(before.manifest().variables())) {
      return before.manifest();
    }
    Manifest after = next(before.manifest().withVariables(wanted));
    changes.change(
        "env", new PolicyDecisions(after, before.instructions()), Optional.empty(), writer);
    return after;
  }

  /** The error if an agent would lose its last operator. */
  public static Refused nobodyLeft(AgentName agent) {
    return new Refused(
        agent + " would have no operator",
        "add another operator first: sudo bawn-admin operator add "
            + agent
            + " USER; or: sudo bawn-admin delete "
            + agent);
  }

  /**
   * Signs the policy of an agent again: the same decisions, with the programs and the machine as
   * they are now.
   *
   * @param asked what changes
   * @throws Refused if a command is missing or could not be allowed now
   */
  public Manifest reseal(
      AgentName agent, ResealRequest asked, Map<ProjectPath, Repository> repositories)
      throws IOException {
    PolicyDecisions before = state.decisions(agent);
    Manifest now = before.manifest();
    Optional<NewIdentity> made = keys.made(now, asked.identity());
    Manifest identified = identified(now, asked.identity(), made);
    List<Allowlist.Allowable> found = allowlist.all(identified);
    List<AdoptedTool> tools =
        found.stream().map(Allowlist.Allowable::tool).flatMap(Optional::stream).toList();
    Manifest after =
        next(
            identified
                .withPrograms(found.stream().map(Allowlist.Allowable::command).toList())
                .withTools(allowlist.ranked(tools))
                .withAssignments(completed(now.assignments(), repositories))
                .withPin(asked.pin().orElse(now.pin()))
                .withExecution(asked.execution().orElse(now.execution()))
                .withLimits(asked.limits().apply(now.limits())));
    changes.change(
        "reseal",
        new PolicyDecisions(after, before.instructions(), made),
        Optional.empty(),
        writer);
    return after;
  }

  /**
   * Adds the missing repositories; existing ones stay, because only {@code assign} can change them.
   */
  private static List<Assignment> completed(
      List<Assignment> assignments, Map<ProjectPath, Repository> repositories) {
    return assignments.stream()
        .map(each -> {
          Repository found = repositories.get(each.source());
          return each.repository().isEmpty() && found != null ? each.withRepository(found) : each;
        })
        .toList();
  }

  /**
   * Signs a changed set of projects of an agent.
   *
   * @param operation the name of the command
   * @param after all decisions, with the serial of the policy before
   * @param scratch the scratch directory that this creates or removes, if any
   */
  Manifest project(String operation, PolicyDecisions after, Optional<ScratchChange> scratch)
      throws IOException {
    Manifest manifest = next(after.manifest());
    changes.change(operation, new PolicyDecisions(manifest, after.instructions()), scratch, writer);
    return manifest;
  }

  private Manifest next(Manifest manifest) throws IOException {
    return named(manifest, Set.of()).as(manifest.serial().next(), now());
  }

  /**
   * Adds the names of operators and of owners of projects. A name that was signed stays: the uid
   * may belong to another user now.
   *
   * @param meant the users whose present accounts are signed
   */
  private Manifest named(Manifest manifest, Set<Uid> meant) throws IOException {
    Set<Uid> all = new TreeSet<>(manifest.operators());
    manifest.assignments().forEach(assignment -> all.add(assignment.owner()));
    SortedMap<Uid, String> users = new TreeMap<>();
    for (Uid uid : all) {
      String sealed = manifest.users().get(uid);
      if (sealed != null && !meant.contains(uid)) {
        users.put(uid, sealed);
      } else {
        effects.userName(uid).ifPresent(name -> users.put(uid, name));
      }
    }
    return manifest.withUsers(users);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
