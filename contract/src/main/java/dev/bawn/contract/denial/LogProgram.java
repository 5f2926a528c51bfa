package dev.bawn.contract.denial;

import dev.bawn.contract.agent.Spelling;

/** A program that prints a log. */
public enum LogProgram implements Spelling {
  /** The program for systemd's journal. */
  JOURNALCTL,
  /** The program for the kernel's ring buffer. */
  DMESG
}
