/**
 * Reads the facts about the machine for an unprivileged session, before anything is planned.
 * Nothing is changed here, and no program of the caller is run.
 */
package dev.bawn.launcher.machine;
