/**
 * The files that bawn copies from the user's home into the home of a session: settings, skills and
 * instructions of the tool, and with {@code --login-from-host} its login. Looking, deciding and
 * copying are apart. Read is through the person's home only, written into the session's only, and
 * neither way a link is followed that an agent could have put there.
 */
package dev.bawn.launcher.seed;
