package dev.bawn.admin.apparmor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.NetworkPolicy;
import java.util.List;

/**
 * What an agent may do, as far as AppArmor is concerned.
 *
 * @param agent whose profile it is
 * @param programs canonical paths of what it may execute: the targets of its commands and their
 *     interpreters
 * @param trees directories with further programs that those start themselves, such as
 *     /usr/lib/git-core
 * @param unpacked directories from which it may load hidden libraries that it wrote
 * @param network the network that its sessions see
 * @param limits what all its processes together may use
 * @param writable directories of projects that it changes
 * @param execution whether it executes what it writes
 */
record Confined(
    AgentName agent,
    List<String> programs,
    List<String> trees,
    List<String> unpacked,
    NetworkPolicy network,
    Limits limits,
    List<String> writable,
    Execution execution) {

  Confined {
    programs = List.copyOf(programs);
    trees = List.copyOf(trees);
    unpacked = List.copyOf(unpacked);
    writable = List.copyOf(writable);
  }
}
