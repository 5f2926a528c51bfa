/**
 * The denials of the kernel to agents, read from any log that has them. An agent chooses the names
 * in these lines, so they are parsed strictly by the grammar of the audit system, and displayed
 * only through {@code Printable}. No class here starts a process: each program decides with which
 * rights it starts {@code journalctl} and {@code dmesg}.
 */
package dev.bawn.contract.denial;
