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
 * All that root decided about one agent. What is not in here the agent may not do.
 *
 * @param agent whose it is
 * @param uid the account's uid
 * @param gid the account's own group
 * @param operators who may start it
 * @param users the account names of operators and of owners of projects, as they were when this was
 *     sealed: a number that has another name by now is another user's. Empty where an earlier
 *     version sealed
 * @param serial counts the sealed states
 * @param sealed when, UTC, whole seconds
 * @param profile which set of commands it started from
 * @param confinement whether it may start without AppArmor
 * @param pin what a changed program means
 * @param network which network its sessions see
 * @param limits on processes and files
 * @param execution which files are executed in its sessions
 * @param variables of the environment of its sessions, by name
 * @param commands what it may run, by name
 * @param tools agent tools that root adopted
 * @param assignments its projects
 * @param files digest of every file beside the manifest, by path below the sealed directory, sorted
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

  /**
   * The same decisions with other files beside them: how a manifest is completed before it is
   * sealed.
   */
  public Manifest withFiles(SortedMap<String, Sha256> other) {
    return with(draft -> draft.files = other);
  }

  /** The same decisions with other tools. */
  public Manifest withTools(List<AdoptedTool> other) {
    return with(draft -> draft.tools = other);
  }

  /** The same decisions with other operators. */
  public Manifest withOperators(SortedSet<Uid> other) {
    return with(draft -> draft.operators = other);
  }

  /** The same decisions with other names of users. */
  public Manifest withUsers(SortedMap<Uid, String> other) {
    return with(draft -> draft.users = other);
  }

  /** The same decisions with another answer to a program that changed. */
  public Manifest withPin(Pin other) {
    return with(draft -> draft.pin = other);
  }

  /** The same decisions about other files that are executed. */
  public Manifest withExecution(Execution other) {
    return with(draft -> draft.execution = other);
  }

  /** The variables as they are signed and shown: {@code NAME=VALUE}. */
  public List<String> variableLines() {
    return variables.entrySet().stream()
        .map(variable -> variable.getKey() + "=" + variable.getValue())
        .toList();
  }

  /** The same decisions with other variables. */
  public Manifest withVariables(SortedMap<String, String> other) {
    return with(draft -> draft.variables = other);
  }

  /** The same decisions with other limits. */
  public Manifest withLimits(Limits other) {
    return with(draft -> draft.limits = other);
  }

  /** The same decisions with other projects. */
  public Manifest withAssignments(List<Assignment> other) {
    return with(draft -> draft.assignments = other);
  }

  /**
   * The same decisions with other commands; the profile is no longer one of those that bawn ships.
   */
  public Manifest withCommands(List<AllowedCommand> other) {
    return with(draft -> {
      draft.profile = Profile.CUSTOM;
      draft.commands = other;
    });
  }

  /** The same decisions with the programs as they are now. */
  public Manifest withPrograms(List<AllowedCommand> same) {
    return with(draft -> draft.commands = same);
  }

  /** The same decisions as a state of its own. */
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

  /** A manifest that is being changed: what may differ between two of one agent. */
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
          commands,
          tools,
          assignments,
          files);
    }
  }
}
