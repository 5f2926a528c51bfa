package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the branches of a session are called in the project: the checked-out one as the user says,
 * others with their own names behind that.
 *
 * @param named the checked-out one
 * @param branches those of the session that are fetched; the checked-out one may be held back
 * @param names theirs in the project; no two differ in case or spelling alone
 */
record BranchNames(Branch named, List<Branch> branches, List<String> names) {

  private static final int MOST = 100;

  private static final String OTHER = "fetch the commits to a branch of another name";

  BranchNames {
    branches = List.copyOf(branches);
    names = List.copyOf(names);
  }

  /**
   * Their names.
   *
   * @param typed the user's
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

  /** Some file systems, and most people, take such names for the same. */
  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD).toLowerCase(Locale.ROOT);
  }

  /**
   * Makes sure that git can make them, and that none is another branch of the project's.
   *
   * @param project its branches, each with the ID of its last commit
   * @param fetched commits of this session that were fetched before
   * @throws Refused if a branch is in the way of one; or if another branch exists, which the user
   *     did not name, with a commit that this session never had
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
              OTHER);
        }
        Branch branch = branches.get(at);
        boolean isOther =
            !branch.equals(named)
                && !each.getValue().equals(branch.id())
                && !fetched.contains(each.getValue());
        if (isOther && folded(there).equals(folded(name))) {
          throw new Refused("the project has another branch " + Printable.of(there), OTHER);
        }
      }
    }
  }
}
