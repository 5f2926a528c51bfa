/**
 * Agents that root created: updates their mirrors before a start, and reads from {@code /proc} how
 * their running processes are confined.
 */
package dev.bawn.launcher.agent;
