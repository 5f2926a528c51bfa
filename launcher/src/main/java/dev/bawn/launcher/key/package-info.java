/**
 * The API keys that a caller stores for the tools of agents, in a file that no other user can read.
 * Sessions get them by name, in the environment, and never as arguments.
 */
package dev.bawn.launcher.key;
