package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** V11: the project is assigned, and its mirror is the one that bawn maintains. */
final class ProjectLink {

  /** The account that receives mirrors. */
  private static final String KEEPER = "bawn-mirror";

  private static final String NOTHING = "nothing";

  private final SystemLayout layout;
  private final RootOwned rootOwned;

  ProjectLink(SystemLayout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  Finding check(Manifest manifest, Assignment assignment) {
    Path mirror = layout.mirror(assignment.mirror());
    rootOwned
        .problem(mirror.getParent())
        .ifPresent(problem -> {
          throw new BrokenLink(
              VerificationStep.V11,
              problem.sentence(),
              problem.rule(),
              problem.found(),
              problem.hint("run: " + sync(manifest, assignment)));
        });
    Optional<Uid> agent = assignment.keeper();
    String expected = "a directory of " + agent.map(uid -> "uid " + uid).orElseGet(this::keeper);
    String found = kind(mirror);
    if (!expected.equals(found)) {
      throw new BrokenLink(
          VerificationStep.V11,
          "the mirror "
              + mirror
              + " is missing, or does not belong to "
              + agent.map(_ -> manifest.agent().text()).orElse(KEEPER),
          expected,
          found,
          hint(manifest, assignment, mirror, found));
    }
    requireOwner(manifest, assignment);
    return new Finding(
        VerificationStep.V11,
        Finding.Strength.HOLDS,
        assignment.id()
            + " is assigned; its "
            + (assignment.workspace() == Workspace.OVERLAY ? "overlay is on " : "mirror is ")
            + mirror);
  }

  /**
   * Requires the assigned owner: a project that another user has made at the same path needs
   * another mirror. If the caller cannot read the owner, the sync checks it.
   */
  private void requireOwner(Manifest manifest, Assignment assignment) {
    String expected = "uid " + assignment.owner();
    Optional<String> found = owner(layout.at(assignment.source().text().substring(1)));
    if (found.isPresent() && !found.get().equals(expected)) {
      throw new BrokenLink(
          VerificationStep.V11,
          "the project " + assignment.source() + " belongs to another user now",
          expected,
          found.get(),
          "ask root: sudo bawn-admin unassign " + manifest.agent() + " " + assignment.id());
    }
    requireSameOwner(manifest, assignment);
  }

  private void requireSameOwner(Manifest manifest, Assignment assignment) {
    Optional<String> now = name(assignment.owner());
    String sealed = manifest.users().getOrDefault(assignment.owner(), now.orElse(""));
    if (now.isPresent() && !now.get().equals(sealed)) {
      String owner = "uid " + assignment.owner() + ", the owner of " + assignment.id();
      throw new BrokenLink(
          VerificationStep.V11,
          owner + ", is another user now",
          sealed,
          now.get(),
          "inspect it, then: sudo bawn-admin unassign " + manifest.agent() + " " + assignment.id());
    }
  }

  private Optional<String> name(Uid owner) {
    try {
      return LocalAccounts.read(layout).name(owner);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String keeper() {
    try {
      return LocalAccounts.read(layout)
          .named(KEEPER)
          .map(account -> "uid " + account.uid())
          .orElse(KEEPER + ", an account that does not exist");
    } catch (IOException e) {
      return KEEPER + ", whose uid cannot be read";
    }
  }

  private static Optional<String> owner(Path project) {
    try {
      return Optional.of(
          "uid " + Files.readAttributes(project, "unix:uid", LinkOption.NOFOLLOW_LINKS).get("uid"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String kind(Path mirror) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(mirror, "unix:uid,isDirectory", LinkOption.NOFOLLOW_LINKS);
      String kind = (Boolean) attributes.get("isDirectory") ? "a directory" : "no directory";
      return kind + " of uid " + attributes.get("uid");
    } catch (IOException e) {
      return NOTHING;
    }
  }

  /** The hint: a copy can be made again, but sync replaces none with another owner. */
  private static String hint(Manifest manifest, Assignment assignment, Path mirror, String found) {
    String again = sync(manifest, assignment);
    return found.equals(NOTHING)
        ? "run: " + again
        : "replace the copy: sudo rm -rf --one-file-system -- " + mirror + " && " + again;
  }

  private static String sync(Manifest manifest, Assignment assignment) {
    return "sudo bawn-admin sync " + manifest.agent() + " " + assignment.id();
  }
}
