package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;

/** V11: the project is assigned, and its mirror is the one that bawn keeps. */
final class ProjectLink {

  /** The account that receives mirrors. */
  private static final String KEEPER = "bawn-mirror";

  private final Layout layout;
  private final RootOwned rootOwned;

  ProjectLink(Layout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  Finding check(Manifest manifest, Assignment assignment) {
    Path mirror = layout.mirror(assignment.mirror());
    rootOwned
        .problem(mirror.getParent())
        .ifPresent(problem -> {
          throw broken(manifest, assignment, problem.sentence(), problem.rule(), problem.found());
        });
    String owner = owner(mirror);
    if (!owner.equals(KEEPER)) {
      throw broken(
          manifest,
          assignment,
          "the mirror " + mirror + " is not bawn's",
          "owned by " + KEEPER,
          owner);
    }
    return new Finding(
        Step.V11,
        Finding.Strength.HOLDS,
        assignment.id() + " is assigned; its mirror is " + mirror);
  }

  private static String owner(Path mirror) {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(mirror, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isDirectory() ? attributes.owner().getName() : "no directory";
    } catch (IOException e) {
      return "missing";
    }
  }

  private static BrokenLink broken(
      Manifest manifest, Assignment assignment, String what, String expected, String found) {
    return new BrokenLink(
        Step.V11,
        what,
        expected,
        found,
        "run: sudo bawn-admin sync " + manifest.agent() + " " + assignment.id());
  }
}
