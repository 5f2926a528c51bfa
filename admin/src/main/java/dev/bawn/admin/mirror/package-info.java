/**
 * Mirrors of projects. Root's process touches nothing of a project: a child with the owner's uid
 * walks and reads it, a child with the uid of {@code bawn-mirror}, in a sandbox, receives it, and
 * this program only carries bytes from one to the other. It counts them and watches the clock; it
 * does not look at them.
 *
 * <p>{@link dev.bawn.admin.mirror.SyncProcesses} are the children of one sync. While a followed
 * project changes, the processes of the next sync already wait in their sandbox.
 */
package dev.bawn.admin.mirror;
