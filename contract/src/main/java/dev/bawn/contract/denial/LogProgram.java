package dev.bawn.contract.denial;

import dev.bawn.contract.agent.Word;
import java.util.Locale;

/** A program that prints a log. */
public enum LogProgram implements Word {
  /** Of systemd's journal. */
  JOURNALCTL,
  /** Of the kernel's ring. */
  DMESG;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
