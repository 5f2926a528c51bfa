package dev.bawn.admin.apparmor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.NetworkPolicy;
import java.util.List;

/**
 * The rights of an agent, as far as AppArmor checks them.
 *
 * @param agent the agent of the profile
 * @param programs canonical paths of the programs that it may execute: the targets of its commands
 *     and their interpreters
 * @param trees directories with further programs that those start, such as /usr/lib/git-core
 * @param unpacked directories from which it may load hidden libraries that it wrote
 * @param network the network access of its sessions
 * @param limits limits of all its processes together
 * @param writable the project directories that it may change
 * @param execution whether it may execute files that it wrote
 * @param identity whether it has a key for commits
 */
record Confined(
    AgentName agent,
    List<String> programs,
    List<String> trees,
    List<String> unpacked,
    NetworkPolicy network,
    Limits limits,
    List<String> writable,
    Execution execution,
    boolean identity) {

  Confined {
    programs = List.copyOf(programs);
    trees = List.copyOf(trees);
    unpacked = List.copyOf(unpacked);
    writable = List.copyOf(writable);
  }
}
