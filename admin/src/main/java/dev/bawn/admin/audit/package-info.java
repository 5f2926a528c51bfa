/**
 * The journal of the commands that root ran with {@code bawn-admin}, {@code
 * /var/lib/bawn/audit.jsonl}. A command is recorded before it begins and again when it has ended.
 * So a command that cannot be recorded does not run, and a killed one is visible. Lines are only
 * appended. The command line decides which commands are recorded; this package knows no command.
 */
package dev.bawn.admin.audit;
