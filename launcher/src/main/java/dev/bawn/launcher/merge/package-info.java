/**
 * Brings what a session changed into the project, and takes it back. Everything is prepared beside
 * the project's files, written down in a journal, and then put in place by renames alone; what is
 * replaced is compared with what was expected, and kept in the session.
 */
package dev.bawn.launcher.merge;
