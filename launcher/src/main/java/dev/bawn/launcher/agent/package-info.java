/**
 * Agents that root created: brings their mirrors up to date before a start, and reads from {@code
 * /proc} how their running processes are confined.
 */
package dev.bawn.launcher.agent;
