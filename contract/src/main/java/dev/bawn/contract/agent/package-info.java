/**
 * The domain types of the contract: agents, commands, projects, and the manifest in which root
 * defines what an agent may do. Strings from outside become these types when they enter, or are
 * refused; no class here opens a file.
 *
 * <p>Types that a launch compares have written-out equality: the generated equals of a record is
 * linked at its first use, 8 ms that no cache of the JVM reduces.
 */
package dev.bawn.contract.agent;
