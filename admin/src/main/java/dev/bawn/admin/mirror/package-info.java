/**
 * Mirrors of projects. Root's process touches nothing of a project: a child with the owner's uid
 * walks and reads it, a child with the uid of {@code bawn-mirror}, within walls, receives it, and
 * this program only carries bytes from one to the other. It counts them and watches the clock; it
 * does not look at them.
 *
 * <p>A {@link dev.bawn.admin.mirror.SyncProcesses} is three such children that bring a mirror in
 * line once. While somebody works in a project that is followed, the next crew waits in its walls.
 */
package dev.bawn.admin.mirror;
