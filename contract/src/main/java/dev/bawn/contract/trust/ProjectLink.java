package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Step;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

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
    String expected = "a directory of " + keeper();
    String found = owner(mirror);
    if (!expected.equals(found)) {
      throw broken(
          manifest, assignment, "the mirror " + mirror + " is not bawn's", expected, found);
    }
    return new Finding(
        Step.V11,
        Finding.Strength.HOLDS,
        assignment.id() + " is assigned; its mirror is " + mirror);
  }

  private String keeper() {
    try {
      return LocalAccounts.read(layout)
          .named(KEEPER)
          .map(account -> "uid " + account.uid())
          .orElse(KEEPER + ", an account that is not there");
    } catch (IOException e) {
      return KEEPER + ", whose uid cannot be read";
    }
  }

  private static String owner(Path mirror) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(mirror, "unix:uid,isDirectory", LinkOption.NOFOLLOW_LINKS);
      String kind = (Boolean) attributes.get("isDirectory") ? "a directory" : "no directory";
      return kind + " of uid " + attributes.get("uid");
    } catch (IOException e) {
      return "nothing";
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
