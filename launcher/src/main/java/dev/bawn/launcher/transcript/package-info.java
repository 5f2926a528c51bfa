/**
 * The tokens of a tool, as it records them in the home of its session. The session can write
 * anything there: no link is followed, no read waits, and little is read. Numbers that no tool
 * writes are left out.
 */
package dev.bawn.launcher.transcript;
