/**
 * The words of the contract: agents, commands, projects, and the manifest in which root writes down
 * what an agent may do. Strings from outside become these types at the edge or are refused there;
 * nothing here opens a file.
 */
package dev.bawn.contract.agent;
