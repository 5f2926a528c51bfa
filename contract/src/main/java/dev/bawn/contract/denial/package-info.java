/**
 * What the kernel refused to agents, read back from whichever log has it. An agent chooses the
 * names in these lines, so they are parsed by the grammar of the audit system and by nothing more
 * lenient, and shown only through {@code Printable}. Nothing here starts a process: who may start
 * {@code journalctl} and {@code dmesg}, and with which rights, is each program's own.
 */
package dev.bawn.contract.denial;
