package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.record.SessionRecord;
import java.util.List;
import java.util.Optional;

/**
 * The reason why the agent's copy of a project is not updated although no commit can be fetched:
 * the project has the commits in another way, or they are on no branch.
 */
final class HeldCopy {

  private static final int SHOWN = 3;

  private HeldCopy() {}

  /** The reason; empty if commits can be fetched, or nothing is held. */
  static Optional<String> reason(SessionRecord record, MissingCommits missing) {
    return missing.held().isEmpty() || missing.mayBeFetched()
        ? Optional.empty()
        : Optional.of(sentence(record, missing));
  }

  /** A sentence with the reason and the commands to type. */
  static String sentence(SessionRecord record, MissingCommits missing) {
    return "is not updated: the checked-out branch of the project does not have "
        + Count.first(List.copyOf(missing.held()), SHOWN)
        + " of the agent; to merge a branch: bawn merge "
        + record.name()
        + " --branch bawn/NAME && git merge bawn/NAME; to drop all: bawn discard "
        + record.name()
        + " .git";
  }
}
