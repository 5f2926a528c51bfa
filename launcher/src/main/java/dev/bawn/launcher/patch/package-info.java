/**
 * Changes as text: for display, safe on any terminal, and as a patch for {@code git apply}. Written
 * without git, which never reads files that a session wrote. Texts in here have one character for
 * each byte (ISO 8859-1), since files need not be UTF-8.
 */
package dev.bawn.launcher.patch;
