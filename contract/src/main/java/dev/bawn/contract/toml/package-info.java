/**
 * TOML read as tokens, without object binding (which costs a launch more than everything else
 * together), and the few lines that write it. It knows the grammar, not the meaning: the class of a
 * file knows its keys.
 */
package dev.bawn.contract.toml;
