package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.Uid;
import java.util.SortedSet;

/**
 * The request of {@code create}.
 *
 * @param name of the agent
 * @param profile which commands it starts with
 * @param operators who may start it
 * @param limits on its processes and files
 * @param confinement whether it may start without AppArmor
 * @param execution which files are executed in its sessions
 * @param pin what happens when one of its programs changes
 */
public record NewAgent(
    AgentName name,
    Profile profile,
    SortedSet<Uid> operators,
    Limits limits,
    Confinement confinement,
    Execution execution,
    Pin pin) {}
