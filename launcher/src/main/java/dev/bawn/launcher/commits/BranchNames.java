package dev.bawn.launcher.commits;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The names of a session's branches in the project: the checked-out branch gets the user's name,
 * others append their own names to it.
 *
 * @param named the checked-out branch
 * @param branches the branches that are fetched; the checked-out one may be held back
 * @param names their names in the project; two never differ only in case or Unicode form
 */
record BranchNames(Branch named, List<Branch> branches, List<String> names) {

  private static final int MOST = 100;

  BranchNames {
    branches = List.copyOf(branches);
    names = List.copyOf(names);
  }

  /**
   * Chooses the names.
   *
   * @param typed the user's name
   * @param named the checked-out branch, which alone gets this name
   * @throws Refused if there are too many branches, or if a name becomes too long
   */
  static BranchNames of(BranchName typed, Branch named, List<Branch> branches) {
    String name = typed.text();
    if (branches.size() > MOST) {
      throw Quarantine.refused("they are on more than " + MOST + " branches");
    }
    List<String> names = new ArrayList<>();
    Set<String> taken = new HashSet<>(Set.of(folded(name)));
    for (Branch branch : branches) {
      if (branch.equals(named)) {
        names.add(name);
        continue;
      }
      String wanted = name + "-" + branch.name().replace('/', '-');
      String free = wanted;
      for (int number = 2; !taken.add(folded(free)); number++) {
        free = wanted + "-" + number;
      }
      names.add(free);
    }
    for (String each : names) {
      if (!BranchName.isShort(each)) {
        throw Quarantine.refused("the name of a branch is too long: " + each);
      }
    }
    return new BranchNames(named, branches, names);
  }

  /**
   * The name for comparisons: some file systems, and most readers, take names that differ only in
   * case or Unicode form for the same.
   */
  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD).toLowerCase(Locale.ROOT);
  }

  /**
   * The hint that names a free branch.
   *
   * @param names the refused ones: the user's is the shortest
   * @param project the names of its branches
   */
  static String other(List<String> names, Set<String> project) {
    String typed = names.stream().min(Comparator.comparingInt(String::length)).orElseThrow();
    boolean isBelow = project.stream().anyMatch(there -> typed.startsWith(there + "/"));
    String name = isBelow ? typed.replace('/', '-') : typed;
    int number = 2;
    while (isTaken(name + "-" + number, project)) {
      number++;
    }
    return "fetch the commits to a branch of another name: --branch "
        + ShellQuoting.exact((name + "-" + number).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isTaken(String name, Set<String> project) {
    return project.stream()
        .anyMatch(there -> folded(there).equals(folded(name)) || there.startsWith(name + "/"));
  }

  /**
   * Requires that git can make the branches, and that none is another branch of the project.
   *
   * @param project its branches, each with the ID of its last commit
   * @param fetched commits of this session that were fetched before
   * @throws Refused if a branch of the project prevents one; or if another branch exists, which the
   *     user did not name, with a commit that this session never had
   */
  void requireFree(Map<String, String> project, Set<String> fetched) {
    for (Map.Entry<String, String> each : project.entrySet()) {
      String there = each.getKey();
      for (int at = 0; at < names.size(); at++) {
        String name = names.get(at);
        if (there.startsWith(name + "/") || name.startsWith(there + "/")) {
          throw new Refused(
              "git cannot create the branch %s: the project has a branch %s"
                  .formatted(Printable.of(name), Printable.of(there)),
              other(names, project.keySet()));
        }
        Branch branch = branches.get(at);
        boolean isOther =
            !branch.equals(named)
                && !each.getValue().equals(branch.id())
                && !fetched.contains(each.getValue());
        if (isOther && folded(there).equals(folded(name))) {
          throw new Refused(
              "the project has another branch " + Printable.of(there),
              other(names, project.keySet()));
        }
      }
    }
  }
}
