/**
 * Changes as text: for people, harmless on any terminal, and as a patch that {@code git apply}
 * takes. Written without git, which never looks at what a session wrote. Texts in here hold one
 * character for each byte (ISO 8859-1), since files need not be UTF-8.
 */
package dev.bawn.launcher.patch;
