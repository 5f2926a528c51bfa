package dev.bawn.contract.agent;

/** Which files the kernel executes in the sessions of an agent. */
public enum Execution implements Spelling {
  /** Programs and adopted tools that root allowed. */
  SIGNED,
  /** What the agent compiles, too: files that it wrote in its home and scratch directories. */
  COMPILED
}
