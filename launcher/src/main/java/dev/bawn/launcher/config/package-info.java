/**
 * What the caller has set for their own sessions, where each value comes from, and which files of
 * projects they trust to say something about that.
 */
package dev.bawn.launcher.config;
