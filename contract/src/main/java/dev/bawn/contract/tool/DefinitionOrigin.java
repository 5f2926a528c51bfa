package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The author of a definition; an earlier constant has precedence over a later one. */
public enum DefinitionOrigin implements Spelling {
  /** A person, for sessions under their own uid and nothing else. */
  YOURS,
  /** Root, for this machine. */
  ROOT,
  /** It came with bawn. */
  BAWN
}
