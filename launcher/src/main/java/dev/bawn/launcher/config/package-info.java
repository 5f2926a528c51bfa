/**
 * The caller's settings for unprivileged sessions, the origin of each value, and the trusted files
 * of projects.
 */
package dev.bawn.launcher.config;
