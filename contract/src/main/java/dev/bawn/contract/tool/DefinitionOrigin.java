package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The author of a definition; an earlier constant has precedence over a later one. */
public enum DefinitionOrigin implements Spelling {
  /** A user, only for unprivileged sessions. */
  YOURS,
  /** Root, for this machine. */
  ROOT,
  /** bawn, which ships it. */
  BAWN
}
