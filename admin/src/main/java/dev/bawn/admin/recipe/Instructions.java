package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.ProjectId;
import java.util.List;

/**
 * The instructions that root gives an agent for a project, which are a part of the signed policy.
 */
public final class Instructions {

  /** The names under which agent tools read instructions at the top of a project. */
  public static final List<String> SHOWN_AS = List.of("CLAUDE.md", "AGENTS.md");

  private Instructions() {}

  /** Returns the name of the file in the policy directory. */
  public static String fileName(ProjectId project) {
    return "instructions/" + project + ".md";
  }
}
