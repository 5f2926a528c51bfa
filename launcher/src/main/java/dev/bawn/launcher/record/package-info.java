/**
 * The record of each session of the caller: its name, its directory and the file {@code plan.json}.
 */
package dev.bawn.launcher.record;
