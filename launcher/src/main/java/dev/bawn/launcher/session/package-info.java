/**
 * A session: what somebody wants it to run, how the start stub gets the words that it becomes, and
 * for sessions under the caller's own uid the plan and the directory that keeps it.
 */
package dev.bawn.launcher.session;
