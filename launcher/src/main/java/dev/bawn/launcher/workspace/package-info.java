/**
 * What a session under the caller's own uid works on: which directories can be a project, and how
 * the place is made that keeps what the session writes. The project itself is never changed here.
 */
package dev.bawn.launcher.workspace;
