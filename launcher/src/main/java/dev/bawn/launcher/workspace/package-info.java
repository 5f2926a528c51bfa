/**
 * What a session under the caller's own uid works on: which directories can be a project, what of
 * them is hidden or somebody else's, and where git keeps what. A project is never changed here.
 */
package dev.bawn.launcher.workspace;
