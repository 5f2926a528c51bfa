/**
 * Decides which paths of the host an unprivileged session may get as mounts. Every such path comes
 * from {@link dev.bawn.launcher.mount.MountGate}. Nothing is changed here.
 */
package dev.bawn.launcher.mount;
