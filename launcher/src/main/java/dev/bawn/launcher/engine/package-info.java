/**
 * Starts sessions and determines their states. {@link dev.bawn.launcher.engine.Engine} is the
 * interface for the rest of the launcher. {@link dev.bawn.launcher.engine.LocalEngine} runs a
 * session in the caller's terminal. Only an engine reads {@code /proc} for a session, knows its PID
 * and takes locks for it.
 */
package dev.bawn.launcher.engine;
