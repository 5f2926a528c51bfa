/**
 * Mirrors of projects. The process of root opens no file of a project. A process with the owner's
 * uid lists and reads it. A process with the uid of {@code bawn-mirror} receives it, in a sandbox.
 * This program only copies bytes from one to the other. It counts the bytes and limits the time; it
 * does not interpret them.
 *
 * <p>{@link dev.bawn.admin.mirror.SyncProcesses} are the processes of one sync. While a watched
 * project changes, the processes of the next sync already wait in their sandbox.
 */
package dev.bawn.admin.mirror;
