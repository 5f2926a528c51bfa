package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Step;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;

/**
 * V8: the directories of adopted tools are root's. Their trees are hashed by {@code verify}, not by
 * a launch.
 */
final class ToolsLink {

  private final Layout layout;
  private final RootOwned rootOwned;

  ToolsLink(Layout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  Finding check(Manifest manifest) {
    for (AdoptedTool tool : manifest.tools()) {
      rootOwned
          .problem(layout.tools().resolve(tool.name().text()).resolve(tool.version()))
          .ifPresent(problem -> {
            throw new BrokenLink(
                Step.V8,
                "the adopted tool " + tool.name() + " is not root's alone: " + problem.sentence(),
                problem.rule(),
                problem.found(),
                problem.mend(
                    "put " + problem.path() + " back, then: bawn verify " + manifest.agent()));
          });
    }
    return new Finding(Step.V8, Finding.Strength.HOLDS, manifest.tools().size() + " adopted tools");
  }
}
