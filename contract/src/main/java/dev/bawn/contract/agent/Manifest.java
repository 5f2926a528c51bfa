package dev.bawn.contract.agent;

import dev.bawn.contract.failure.NotFound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The policy of one agent, as root signs it. The agent may do nothing that it does not allow.
 *
 * @param agent the agent
 * @param uid the account's uid
 * @param gid the account's own group
 * @param operators the users who may start it
 * @param users the account names of operators and of owners of projects when this was signed: a uid
 *     that has another name by now belongs to another user. Empty in a policy of an earlier version
 * @param serial counts the signed policies
 * @param sealed the time of the signature, UTC, whole seconds
 * @param profile the set of commands with which it started
 * @param confinement whether it may start without AppArmor
 * @param pin the reaction to a changed program
 * @param network the network of its sessions
 * @param limits on processes and files
 * @param execution the files that are executed in its sessions
 * @param variables of the environment of its sessions, by name
 * @param identity the key with which git signs commits in its sessions; empty if it has none
 * @param commands the allowed commands, by name
 * @param tools agent tools that root adopted
 * @param assignments its projects
 * @param files digest of every file beside the manifest, by path below the policy directory, sorted
 *     bytewise
 */
public record Manifest(
    AgentName agent,
    Uid uid,
    Uid gid,
    SortedSet<Uid> operators,
    SortedMap<Uid, String> users,
    Serial serial,
    Instant sealed,
    Profile profile,
    Confinement confinement,
    Pin pin,
    NetworkPolicy network,
    Limits limits,
    Execution execution,
    SortedMap<String, String> variables,
    Optional<AgentIdentity> identity,
    List<AllowedCommand> commands,
    List<AdoptedTool> tools,
    List<Assignment> assignments,
    SortedMap<String, Sha256> files) {

  public Manifest {
    operators = Collections.unmodifiableSortedSet(new TreeSet<>(operators));
    users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    commands = List.copyOf(commands);
    tools = List.copyOf(tools);
    List<Assignment> named = new ArrayList<>();
    for (Assignment assignment : assignments) {
      named.add(assignment.of(uid).ownedBy(Optional.ofNullable(users.get(assignment.owner()))));
    }
    assignments = List.copyOf(named);
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  /**
   * The assignment of this project.
   *
   * @throws NotFound if the agent has no such project
   */
  public Assignment assignment(ProjectId project) {
    return assignments.stream()
        .filter(assignment -> assignment.id().equals(project))
        .findFirst()
        .orElseThrow(() ->
            new NotFound(
                agent + " has no project '" + project + "'",
                "see 'bawn agents "
                    + agent
                    + "', or ask root: sudo bawn-admin assign "
                    + agent
                    + " PROJECT"));
  }

  /** The adopted tool of this name, if the agent has it. */
  public Optional<AdoptedTool> tool(CommandName name) {
    for (AdoptedTool tool : tools) {
      if (tool.name().equals(name)) {
        return Optional.of(tool);
      }
    }
    return Optional.empty();
  }

  /** This policy with other files beside it: completes a manifest before it is signed. */
  public Manifest withFiles(SortedMap<String, Sha256> other) {
    return with(draft -> draft.files = other);
  }

  /** This policy with other tools. */
  public Manifest withTools(List<AdoptedTool> other) {
    return with(draft -> draft.tools = other);
  }

  /** This policy with other operators. */
  public Manifest withOperators(SortedSet<Uid> other) {
    return with(draft -> draft.operators = other);
  }

  /** This policy with other names of users. */
  public Manifest withUsers(SortedMap<Uid, String> other) {
    return with(draft -> draft.users = other);
  }

  /** This policy with another reaction to a changed program. */
  public Manifest withPin(Pin other) {
    return with(draft -> draft.pin = other);
  }

  /** This policy with other files that are executed. */
  public Manifest withExecution(Execution other) {
    return with(draft -> draft.execution = other);
  }

  /** The variables as they are signed and displayed: {@code NAME=VALUE}. */
  public List<String> variableLines() {
    return variables.entrySet().stream()
        .map(variable -> variable.getKey() + "=" + variable.getValue())
        .toList();
  }

  /** This policy with other variables. */
  public Manifest withVariables(SortedMap<String, String> other) {
    return with(draft -> draft.variables = other);
  }

  /** This policy with another key for commits, or without one. */
  public Manifest withIdentity(Optional<AgentIdentity> other) {
    return with(draft -> draft.identity = other);
  }

  /** This policy with other limits. */
  public Manifest withLimits(Limits other) {
    return with(draft -> draft.limits = other);
  }

  /** This policy with other projects. */
  public Manifest withAssignments(List<Assignment> other) {
    return with(draft -> draft.assignments = other);
  }

  /** This policy with other commands; the profile becomes {@code custom}. */
  public Manifest withCommands(List<AllowedCommand> other) {
    return with(draft -> {
      draft.profile = Profile.CUSTOM;
      draft.commands = other;
    });
  }

  /** This policy with the present programs of its commands. */
  public Manifest withPrograms(List<AllowedCommand> same) {
    return with(draft -> draft.commands = same);
  }

  /** This policy with a new serial and time. */
  public Manifest as(Serial other, Instant at) {
    return with(draft -> {
      draft.serial = other;
      draft.sealed = at;
    });
  }

  private Manifest with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.manifest();
  }

  /**
   * A manifest that is being changed: the fields that may differ between two policies of one agent.
   */
  private static final class Draft {

    private final Manifest from;
    private SortedSet<Uid> operators;
    private SortedMap<Uid, String> users;
    private Serial serial;
    private Instant sealed;
    private Profile profile;
    private Pin pin;
    private Limits limits;
    private Execution execution;
    private SortedMap<String, String> variables;
    private Optional<AgentIdentity> identity;
    private List<AllowedCommand> commands;
    private List<AdoptedTool> tools;
    private List<Assignment> assignments;
    private SortedMap<String, Sha256> files;

    Draft(Manifest from) {
      this.from = from;
      operators = from.operators;
      users = from.users;
      serial = from.serial;
      sealed = from.sealed;
      profile = from.profile;
      pin = from.pin;
      limits = from.limits;
      execution = from.execution;
      variables = from.variables;
      identity = from.identity;
      commands = from.commands;
      tools = from.tools;
      assignments = from.assignments;
      files = from.files;
    }

    Manifest manifest() {
      return new Manifest(
          from.agent,
          from.uid,
          from.gid,
          operators,
          users,
          serial,
          sealed,
          profile,
          from.confinement,
          pin,
          from.network,
          limits,
          execution,
          variables,
          identity,
          commands,
          tools,
          assignments,
          files);
    }
  }
}
