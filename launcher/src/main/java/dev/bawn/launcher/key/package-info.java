/**
 * The API keys that a caller keeps for the tools of agents: a file that nobody else can read. They
 * are handed to sessions by name, in the environment, and are never words of a command line.
 */
package dev.bawn.launcher.key;
