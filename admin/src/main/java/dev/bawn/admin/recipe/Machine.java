package dev.bawn.admin.recipe;

import java.util.List;
import java.util.SortedMap;

/**
 * What of this machine a session needs to see.
 *
 * @param programs canonical paths of the programs that are shown: those of the allowlist and their
 *     interpreters
 * @param links names under /usr/bin and /usr/sbin that lead to one of the programs, with the text
 *     of the link
 * @param covered directories below /usr/lib that hold programs which nothing on the allowlist needs
 * @param trees directories below /usr/lib or /usr/libexec whose programs a command of the allowlist
 *     starts itself, and the trees of adopted tools
 * @param topLinks names in / that are links on this machine, such as bin and lib64, with the text
 *     of the link
 * @param variables that the definitions of its adopted tools set
 * @param etc files that these definitions put below /etc, by path below it
 * @param unpacked directories from which its tools load libraries that they wrote there
 */
public record Machine(
    List<String> programs,
    SortedMap<String, String> links,
    List<String> covered,
    List<String> trees,
    SortedMap<String, String> topLinks,
    SortedMap<String, String> variables,
    SortedMap<String, String> etc,
    List<String> unpacked) {

  public Machine {
    programs = List.copyOf(programs);
    covered = List.copyOf(covered);
    trees = List.copyOf(trees);
    unpacked = List.copyOf(unpacked);
  }
}
