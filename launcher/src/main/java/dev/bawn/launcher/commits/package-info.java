/**
 * Commits that a session made: received as a bundle, checked in a quarantine, fetched as branches.
 */
package dev.bawn.launcher.commits;
