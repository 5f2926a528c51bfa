/**
 * The caller's unprivileged sessions on the disk: their list, the faults of damaged ones, and their
 * removal. Files of a session are only read through {@link dev.bawn.launcher.review}.
 */
package dev.bawn.launcher.sessions;
