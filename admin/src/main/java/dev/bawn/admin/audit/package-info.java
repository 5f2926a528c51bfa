/**
 * The journal of what root did with {@code bawn-admin}, {@code /var/lib/bawn/audit.jsonl}. An act
 * is written down before it begins and again when it has ended, so that one which cannot be
 * recorded is not done, and one that was cut off is seen to be. Lines are only ever added. What
 * counts as an act is decided by the command line; nothing here knows a command.
 */
package dev.bawn.admin.audit;
