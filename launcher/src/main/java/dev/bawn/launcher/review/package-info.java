/**
 * Finds the changes of a session: compares the upper layer of its overlay with the project, and
 * separates them from changes that others made. The session may have written any byte of the upper
 * layer. So names are bytes, no link is followed, nothing in it is run, and git never reads it. The
 * package also finds files of other users in the project, which a session cannot change.
 */
package dev.bawn.launcher.review;
