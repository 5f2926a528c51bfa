/** The key with which a session signs its commits, and the forms in which others know the key. */
package dev.bawn.launcher.identity;
