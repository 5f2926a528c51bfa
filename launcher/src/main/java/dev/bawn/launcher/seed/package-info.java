/**
 * The files that bawn copies from the user's home into the home of a session: settings, skills and
 * instructions of the tool, and with {@code --login-from-host} its login. Reading, deciding and
 * copying are separate steps. Files are read only through the user's home and written only through
 * the session's, and in neither is a link followed that an agent could have made.
 */
package dev.bawn.launcher.seed;
