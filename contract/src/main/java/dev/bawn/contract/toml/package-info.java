/**
 * TOML read as tokens, without object binding (which costs a launch more than everything else
 * together), and the few lines that write it. Knows the grammar, not the meaning: what a key is for
 * belongs to the class that owns the file.
 */
package dev.bawn.contract.toml;
