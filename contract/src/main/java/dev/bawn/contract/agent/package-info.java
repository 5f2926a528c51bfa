/**
 * The words of the contract: agents, commands, projects, and the manifest in which root writes down
 * what an agent may do. Strings from outside become these types at the edge or are refused there;
 * nothing here opens a file.
 *
 * <p>Types that a launch compares spell out their equality: a record's own is put together from
 * method handles at its first use, 8 ms that no cache of the JVM takes away.
 */
package dev.bawn.contract.agent;
