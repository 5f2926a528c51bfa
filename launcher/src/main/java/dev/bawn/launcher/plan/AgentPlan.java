package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.launcher.key.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * A session before it starts. What runs is derived from this and from nothing else.
 *
 * @param agent who works
 * @param uid with which uid
 * @param assignment on what
 * @param serial under which sealed state
 * @param command what runs first
 * @param argv what the start stub becomes
 * @param keys API keys that the session gets beside those of the caller's own environment
 * @param appended the caller's own words, which the stub appends to {@code argv} byte for byte
 */
public record AgentPlan(
    AgentName agent,
    Uid uid,
    Assignment assignment,
    Serial serial,
    CommandName command,
    List<String> argv,
    List<Key> keys,
    List<String> appended) {

  public AgentPlan {
    argv = List.copyOf(argv);
    keys = List.copyOf(keys);
    appended = List.copyOf(appended);
  }

  /** What is started. */
  public StartPlan start() {
    List<Variable> variables = new ArrayList<>();
    for (Key key : keys) {
      variables.add(new Variable(key.name().text(), key.value()));
    }
    return new StartPlan(argv, appended, variables, List.of());
  }

  /** The same session with these keys. */
  public AgentPlan with(List<Key> others) {
    return new AgentPlan(agent, uid, assignment, serial, command, argv, others, appended);
  }
}
