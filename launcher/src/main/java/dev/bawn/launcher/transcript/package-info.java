/**
 * What a tool used, as it writes that down in the home of its session. The session can write
 * anything there: no link is followed, nothing waits, and little is read. Numbers that no tool
 * writes are left out.
 */
package dev.bawn.launcher.transcript;
