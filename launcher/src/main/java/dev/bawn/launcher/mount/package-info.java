/**
 * Which paths of the host a session under the caller's own uid may be shown. Every such path comes
 * from {@link dev.bawn.launcher.mount.MountGate}. Nothing is changed here.
 */
package dev.bawn.launcher.mount;
