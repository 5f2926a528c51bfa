package dev.bawn.contract.agent;

/**
 * The programs that the kernel executes in the sessions of an agent. Each value allows more than
 * the one before.
 */
public enum Execution implements Spelling {
  /** Programs and adopted tools that root allowed. */
  SIGNED,
  /**
   * Also machine code that such a program makes in memory while it runs, see {@link MachineCode}.
   */
  JIT,
  /** Also programs that the agent compiles: files in its home and scratch directories. */
  COMPILED
}
