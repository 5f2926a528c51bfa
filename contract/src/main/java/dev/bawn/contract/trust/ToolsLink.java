package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.TreeDigest;
import java.io.IOException;
import java.nio.file.Path;

/**
 * V8: the directories of adopted tools belong to root, and the program of each is unchanged since
 * it was signed. Only root's {@code tool add} changes one, so a change is refused, not only
 * reported. {@code verify} hashes their trees, a launch does not.
 */
final class ToolsLink {

  private final SystemLayout layout;
  private final RootOwned rootOwned;

  ToolsLink(SystemLayout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  Finding check(Manifest manifest, Depth depth) {
    for (AdoptedTool tool : manifest.tools()) {
      Path tree = layout.tool(tool.name(), tool.version());
      requireRoots(tool, tree);
      for (AllowedCommand command : manifest.commands()) {
        if (command.name().equals(tool.name())) {
          requireSameProgram(tool, tree, command);
        }
      }
      if (depth == Depth.WHOLE) {
        requireSameTree(tool, tree);
      }
    }
    return new Finding(
        VerificationStep.V8, Finding.Strength.HOLDS, sentence(manifest.tools().size(), depth));
  }

  private static String sentence(int tools, Depth depth) {
    String count = tools == 1 ? "1 adopted tool" : tools + " adopted tools";
    return tools > 0 && depth == Depth.WHOLE ? count + ", complete and unchanged" : count;
  }

  private void requireRoots(AdoptedTool tool, Path path) {
    rootOwned
        .problem(path)
        .ifPresent(problem -> {
          throw new BrokenLink(
              VerificationStep.V8,
              "the adopted tool " + tool.name() + " cannot be trusted: " + problem.sentence(),
              problem.rule(),
              problem.found(),
              problem.hint(hint(tool)));
        });
  }

  private void requireSameProgram(AdoptedTool tool, Path tree, AllowedCommand command) {
    Path program = layout.at(command.target().substring(1));
    if (!program.startsWith(tree)) {
      throw changed(
          tool, "its program is outside of its directory", tree.toString(), command.target());
    }
    requireRoots(tool, program);
    try {
      if (FileIdentity.isChanged(program, command)) {
        throw changed(
            tool, program + " changed since it was signed", command.sha256().hex(), "another one");
      }
    } catch (IOException e) {
      throw changed(tool, "its program cannot be read", "a readable program", Failed.of(e).what());
    }
  }

  private void requireSameTree(AdoptedTool tool, Path tree) {
    try {
      String found = TreeDigest.of(tree, rootOwned).sha256().hex();
      if (!found.equals(tool.treeSha256().hex())) {
        throw changed(
            tool, "its files changed since root signed them", tool.treeSha256().hex(), found);
      }
    } catch (Refused e) {
      throw changed(tool, e.what(), "the tree that was signed", "something else");
    } catch (IOException e) {
      throw changed(tool, "its tree cannot be read", "a readable tree", Failed.of(e).what());
    }
  }

  private static BrokenLink changed(AdoptedTool tool, String what, String expected, String found) {
    return new BrokenLink(
        VerificationStep.V8,
        "the adopted tool " + tool.name() + ": " + what,
        expected,
        found,
        hint(tool));
  }

  private static String hint(AdoptedTool tool) {
    return "adopt it again: sudo bawn-admin tool add "
        + tool.name()
        + " …; then: sudo bawn-admin reseal";
  }
}
