package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.EarlierWork;
import dev.bawn.admin.agent.Mirrors.Names;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Copies the commits of a project into its mirror. A process of the owner sends them, and a process
 * of the keeper receives them, each in a sandbox: {@code owner-git} and {@code mirror-git}.
 */
final class MirrorHistory {

  private static final String RECEIVER = "mirror-git";
  private static final int IN_USE = 12;
  private static final int HAS_COMMITS = 13;
  private static final int HAS_VERSION = 14;
  private static final int HAS_STAGED = 15;
  private static final int HAS_FILES = 16;
  private static final int MOST_TALK = 1 << 20;
  private static final int SHOWN = 8;

  private final Assignment assignment;
  private final Path mirror;
  private final Optional<Path> overlay;
  private final boolean isFirst;
  private final MirrorSandbox sandbox;
  private final LongConsumer progress;

  /**
   * @param assignment one of the assignments that share the mirror
   * @param mirror a directory of the keeper
   * @param overlay the directory of the overlay that has the mirror as its lower layer; empty if
   *     there is none
   * @param isFirst tells whether the mirror is new: then changes in the overlay are older than it
   * @param progress receives the number of bytes that have moved
   */
  MirrorHistory(
      Assignment assignment,
      Path mirror,
      Optional<Path> overlay,
      boolean isFirst,
      MirrorSandbox sandbox,
      LongConsumer progress) {
    this.assignment = assignment;
    this.mirror = mirror;
    this.overlay = overlay;
    this.isFirst = isFirst;
    this.sandbox = sandbox;
    this.progress = progress;
  }

  /**
   * Fetches the commits and leaves the files and references of the mirror unchanged.
   *
   * @throws InUse if the agent has commits of its own, so that files and references must stay
   */
  void fetch() throws IOException {
    try (Watched watched = new Watched(progress)) {
      OwnerChild owner = OwnerChild.of(assignment);
      List<String> command = List.of(MirrorSandbox.inside("owner-git"), assignment.source().text());
      Process sender =
          watched.start(owner, sandbox.sendingHistory(owner, assignment.source(), command));
      Process receiver = receiver(watched, "fetch");
      watched.carry(receiver.getInputStream(), sender.getOutputStream());
      watched.carry(sender.getInputStream(), receiver.getOutputStream());
      BoundedOutput said = watched.keep(sender.getErrorStream(), MOST_TALK);
      BoundedOutput received = watched.keep(receiver.getErrorStream(), MOST_TALK);
      int outcome = watched.await(receiver);
      if (outcome == 0) {
        return;
      }
      requireOwn(outcome, received);
      int status = watched.await(sender);
      throw status == 0
          ? failure(outcome, received)
          : ListingFailure.of(assignment.source(), status, said.complete());
    }
  }

  /**
   * Updates the files and references of the mirror to the fetched commits.
   *
   * @return the masked files that are in commits
   * @throws InUse if the agent has commits of its own, or changed a file that later commits
   *     changed, too
   */
  Names publish() throws IOException {
    try (Watched watched = new Watched(progress)) {
      Process receiver = receiver(watched, "publish");
      MaskedNames masked =
          new MaskedNames(MirrorMasks.of(assignment.masks()), receiver.getOutputStream());
      watched.carry(receiver.getInputStream(), masked);
      BoundedOutput received = watched.keep(receiver.getErrorStream(), MOST_TALK);
      int outcome = watched.await(receiver);
      requireOwn(outcome, received);
      if (outcome != 0) {
        throw failure(outcome, received);
      }
      List<String> names = masked.names();
      List<String> shown = names.stream().limit(SHOWN).map(Printable::of).toList();
      return new Names(shown, names.size() - shown.size());
    }
  }

  private Process receiver(Watched watched, String action) throws IOException {
    OwnerChild keeper = OwnerChild.ofKeeper(assignment);
    String program = MirrorSandbox.inside(RECEIVER);
    return watched.start(
        keeper,
        keeper.sandboxed(sandbox.receiving(mirror, program, overlay), List.of(program, action)));
  }

  private void requireOwn(int outcome, BoundedOutput said) throws IOException {
    if (isFirst && outcome >= HAS_COMMITS && outcome <= HAS_FILES) {
      throw EarlierWork.refusal(overlay.orElseThrow());
    }
    if (outcome == HAS_COMMITS) {
      throw new InUse(
          "the copy of "
              + assignment.source()
              + " stays as it is: its agent has commits, or a stash, that the checked-out branch"
              + " lacks",
          "to see these commits and stashes: bawn status "
              + words()
              + "; bawn log "
              + words()
              + "; fetch its commits: bawn merge "
              + words()
              + " --branch bawn/NAME; then merge the branch: git merge bawn/NAME; to drop all branches and stashes of the agent: bawn discard "
              + words()
              + " .git");
    }
    if (outcome == HAS_VERSION) {
      throw new InUse(
          "the copy of "
              + assignment.source()
              + " stays as it is: its agent changed "
              + Printable.of(said.complete().lastLine())
              + ", and later commits of the project changed that, too",
          "in a session of the agent: git commit -a && git merge project/BRANCH; or drop its change:"
              + " git checkout -- FILE");
    }
    if (outcome == HAS_STAGED) {
      throw new InUse(
          "the copy of "
              + assignment.source()
              + " stays as it is: the agent's version of "
              + Printable.of(said.complete().lastLine())
              + " exists only in the agent's index",
          "in a session of the agent: git commit, or git restore --staged FILE; or drop the index: bawn"
              + " discard "
              + words()
              + " .git");
    }
    if (outcome == HAS_FILES) {
      throw new InUse(
          "the copy of "
              + assignment.source()
              + " stays as it is: an update would remove "
              + Printable.of(said.complete().lastLine())
              + " of its agent",
          "bring that work to a branch or to files; then drop the references: bawn discard "
              + words()
              + " .git");
    }
    if (outcome == IN_USE) {
      throw SyncProcesses.inUse(assignment.source());
    }
  }

  /**
   * Returns the agent and the project as the commands of bawn expect them: the path of an overlay
   * contains both names.
   */
  private String words() {
    Path directory = overlay.orElseThrow();
    return directory.getParent().getParent().getFileName() + " " + directory.getFileName();
  }

  private Failure failure(int status, BoundedOutput said) throws IOException {
    return new Failed(
        "copying the commits of "
            + assignment.source()
            + " failed (status "
            + status
            + "): "
            + Printable.of(said.complete().lastLine()),
        "run it again; is the disk full?");
  }
}
