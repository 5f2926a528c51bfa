package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.LibraryList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The parts of this machine that a session sees.
 *
 * @param programs canonical paths of the programs: those of allowed commands and their interpreters
 * @param links names in /usr/bin and /usr/sbin that lead to one of the programs, with their targets
 * @param libraries the directories below /usr/lib; those with programs that no allowed command
 *     needs are hidden
 * @param trees directories below /usr/lib or /usr/libexec whose programs an allowed command starts
 *     itself, and the trees of adopted tools
 * @param topLinks names in / and of library directories that are links on this machine, such as bin
 *     and lib64, with their targets
 * @param variables the variables that the definitions of its adopted tools set
 * @param configuration directories of /etc that allowed programs read
 * @param etc files of these definitions, by path below /etc
 * @param unpacked directories from which its tools load libraries that they wrote there
 */
public record Machine(
    List<String> programs,
    SortedMap<String, String> links,
    LibraryList libraries,
    List<String> trees,
    SortedMap<String, String> topLinks,
    SortedMap<String, String> variables,
    SortedSet<String> configuration,
    SortedMap<String, String> etc,
    List<String> unpacked) {

  public Machine {
    programs = List.copyOf(programs);
    trees = List.copyOf(trees);
    unpacked = List.copyOf(unpacked);
  }
}
