/**
 * The steps of a sandbox as data: an ordered list of records, its one rendering to arguments of
 * bubblewrap(1), and the file in which root seals it. Plans nothing and reads nothing.
 */
package dev.bawn.contract.sandbox;
