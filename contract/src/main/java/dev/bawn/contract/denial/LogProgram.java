package dev.bawn.contract.denial;

import dev.bawn.contract.agent.Spelling;

/** A program that prints a log. */
public enum LogProgram implements Spelling {
  /** Of systemd's journal. */
  JOURNALCTL,
  /** Of the kernel's ring. */
  DMESG
}
