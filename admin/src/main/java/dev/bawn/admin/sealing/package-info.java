/**
 * Signing, and the sealed directories that signatures are about: keys, generations and how one is
 * written. Only root's program has this; the launcher must never depend on it.
 */
package dev.bawn.admin.sealing;
