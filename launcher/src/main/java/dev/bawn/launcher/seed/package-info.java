/**
 * What the home of a session gets of its person's own: settings, skills and instructions of the
 * tool, and its login where somebody asked for that. Looking, deciding and copying are apart. Read
 * is through the person's home only, written into the session's only, and neither way a link is
 * followed that an agent could have put there.
 */
package dev.bawn.launcher.seed;
