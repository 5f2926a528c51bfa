package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.ProjectId;
import java.util.List;

/** The instructions that root gives an agent for a project, sealed with everything else. */
public final class Instructions {

  /** Where agent tools look for instructions, at the top of a project. */
  public static final List<String> SHOWN_AS = List.of("CLAUDE.md", "AGENTS.md");

  private Instructions() {}

  /** The file below the sealed directory. */
  public static String fileName(ProjectId project) {
    return "instructions/" + project + ".md";
  }
}
