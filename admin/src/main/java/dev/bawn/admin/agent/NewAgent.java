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
 * @param name the name of the agent
 * @param profile the commands that it gets
 * @param operators the users who may start it
 * @param limits limits of its processes and files
 * @param confinement whether it may start without AppArmor
 * @param execution which files may be executed in its sessions
 * @param pin the reaction to a changed program
 * @param identity whether it gets a key for commits
 */
public record NewAgent(
    AgentName name,
    Profile profile,
    SortedSet<Uid> operators,
    Limits limits,
    Confinement confinement,
    Execution execution,
    Pin pin,
    IdentityChange identity) {}
