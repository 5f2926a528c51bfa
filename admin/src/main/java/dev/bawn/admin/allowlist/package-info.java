/** Finds the program of a command by its name, or the reason why it cannot be allowed. */
package dev.bawn.admin.allowlist;
