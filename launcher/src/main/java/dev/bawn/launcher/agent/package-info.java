/**
 * A session of a sealed agent: its plan as plain data, the mirror brought up to date before, and
 * what the kernel says of the processes that run. The plan adds nothing to the walls that root
 * sealed; it names whom, what and where.
 */
package dev.bawn.launcher.agent;
