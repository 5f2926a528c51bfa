package dev.bawn.contract.denial;

import dev.bawn.contract.agent.Word;

/** A program that prints a log. */
public enum LogProgram implements Word {
  /** Of systemd's journal. */
  JOURNALCTL,
  /** Of the kernel's ring. */
  DMESG
}
