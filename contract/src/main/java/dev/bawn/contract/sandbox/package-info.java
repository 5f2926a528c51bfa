/**
 * The steps of a sandbox as data: an ordered list of records, its one rendering to arguments of
 * bubblewrap(1), and the file in which root signs it. No class here plans or reads the machine.
 */
package dev.bawn.contract.sandbox;
