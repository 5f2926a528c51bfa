/**
 * The caller's own sessions as they lie on disk: which there are, what is wrong with one that was
 * damaged by hand, and how one is removed. What a session wrote is only looked at through {@link
 * dev.bawn.launcher.review}.
 */
package dev.bawn.launcher.sessions;
