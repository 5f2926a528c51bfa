/** Processes, as {@code /proc} shows them. */
package dev.bawn.contract.process;
