/**
 * Starts sessions and determines their states. A start uses the interface {@link
 * dev.bawn.launcher.engine.Engine}; a start in the background needs {@link
 * dev.bawn.launcher.engine.TmuxEngine} itself. {@link dev.bawn.launcher.engine.SessionStates}
 * determines the states of all sessions. Only this package reads {@code /proc} for the processes
 * that a session's record names. {@code libexec/session} takes the locks of a session at its start;
 * a command that changes the session takes them, too.
 */
package dev.bawn.launcher.engine;
