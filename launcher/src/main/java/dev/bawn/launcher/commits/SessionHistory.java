package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.RawPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commits of a session that its project does not have. A commit with a misleading file name is
 * not fetched, and neither is one after it.
 *
 * @param commits the newest first, each one before its parents
 * @param misleading for some commits a file whose name misleads its reader
 */
public record SessionHistory(List<SessionCommit> commits, Map<String, RawPath> misleading) {

  static final SessionHistory NONE = new SessionHistory(List.of(), Map.of());

  public SessionHistory {
    commits = List.copyOf(commits);
    misleading = Map.copyOf(misleading);
  }

  /** The IDs of the commits that are not fetched. */
  Set<String> withheld() {
    Set<String> withheld = new HashSet<>(misleading.keySet());
    for (SessionCommit each : commits.reversed()) {
      if (each.parents().stream().anyMatch(withheld::contains)) {
        withheld.add(each.id());
      }
    }
    return withheld;
  }

  /** The number of these commits that the branches reach. */
  public int countOf(Collection<Branch> branches) {
    Set<String> reached = new HashSet<>();
    branches.forEach(branch -> reached.add(branch.id()));
    int count = 0;
    for (SessionCommit each : commits) {
      if (reached.contains(each.id())) {
        reached.addAll(each.parents());
        count++;
      }
    }
    return count;
  }

  /** The reasons why some are not fetched, one line each. */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (SessionCommit each : commits) {
      if (misleading.containsKey(each.id())) {
        reasons.add(
            "commit "
                + each.shortId()
                + ": "
                + NewTrees.MISLEADING
                + misleading.get(each.id()).shown());
      }
    }
    return reasons;
  }

  /** The last commit of the session before any that is not fetched; empty if there is none. */
  public Optional<SessionCommit> before() {
    return commits.reversed().stream()
        .filter(each -> misleading.containsKey(each.id()))
        .findFirst()
        .flatMap(first ->
            commits.stream().filter(each -> first.parents().contains(each.id())).findFirst());
  }
}
