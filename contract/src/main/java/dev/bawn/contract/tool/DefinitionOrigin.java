package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** Who defined a tool; what comes first here takes the place of what comes after. */
public enum DefinitionOrigin implements Spelling {
  /** A person, for sessions under their own uid and nothing else. */
  YOURS,
  /** Root, for this machine. */
  ROOT,
  /** It came with bawn. */
  BAWN
}
