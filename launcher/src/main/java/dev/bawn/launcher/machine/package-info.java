/**
 * Probes: what a session under the caller's own uid needs to know of the machine, read before
 * anything is planned. Nothing is changed here, and nothing of the caller's is run.
 */
package dev.bawn.launcher.machine;
