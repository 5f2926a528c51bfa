/**
 * Changes of policies as transactions: a journal, one rename that decides, and idempotent steps
 * around it, so that a crash at any point leaves the old state or the new one. {@code Transaction}
 * determines the order, {@code Effects} are the changes of the system outside the policy
 * directories.
 */
package dev.bawn.admin.change;
