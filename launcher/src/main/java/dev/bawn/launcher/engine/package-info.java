/**
 * Starts sessions and says what became of them. {@link dev.bawn.launcher.engine.Engine} is what the
 * rest of the launcher knows. {@link dev.bawn.launcher.engine.LocalEngine} is the one that runs a
 * session in the caller's terminal. Only an engine reads {@code /proc} for a session, knows its PID
 * and takes locks for it.
 */
package dev.bawn.launcher.engine;
