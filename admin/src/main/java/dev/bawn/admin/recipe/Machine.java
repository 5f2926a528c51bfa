package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.LibraryList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The parts of this machine that a session needs to see.
 *
 * @param programs canonical paths of the programs that are shown: those of the allowlist and their
 *     interpreters
 * @param links names under /usr/bin and /usr/sbin that lead to one of the programs, with the text
 *     of the link
 * @param libraries the directories below /usr/lib, hidden where they hold programs which nothing on
 *     the allowlist needs
 * @param trees directories below /usr/lib or /usr/libexec whose programs a command of the allowlist
 *     starts itself, and the trees of adopted tools
 * @param topLinks names in / and of directories of libraries that are links on this machine, such
 *     as bin and lib64, with the text of the link
 * @param variables that the definitions of its adopted tools set
 * @param configuration directories of /etc that programs of the allowlist read
 * @param etc files that these definitions put below /etc, by path below it
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
