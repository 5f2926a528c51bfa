/**
 * Signing, and the policy directories that signatures protect: keys, generations and their
 * creation. Only the program of root has this package; the launcher must never depend on it.
 */
package dev.bawn.admin.sealing;
