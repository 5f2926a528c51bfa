/**
 * Runs the programs of the system as root: fixed PATH, clean environment, no input, bounded output.
 */
package dev.bawn.admin.program;
