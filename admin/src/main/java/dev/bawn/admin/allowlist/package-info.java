/**
 * From the bare name of a command to the program behind it, or the reason why it cannot be allowed.
 */
package dev.bawn.admin.allowlist;
