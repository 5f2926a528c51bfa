/**
 * Changes of sealed state as transactions: a journal, one rename that decides, and idempotent steps
 * around it, so that a crash at any point leaves the old state or the new one. {@code Transaction}
 * knows the order, {@code Effects} is what is done to the system outside of the sealed directories.
 */
package dev.bawn.admin.change;
