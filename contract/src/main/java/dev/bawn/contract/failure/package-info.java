/**
 * What can go wrong in either program, as one sealed family: each failure owns its exit code, says
 * what happened and what to do next. Both programs share it because they share the exit codes;
 * turning a failure into words on a terminal is the command line's work, not this package's. With
 * it live the names of the links that can break, what makes foreign text printable, and what finds
 * the word that was meant. Knows no other package of bawn.
 */
package dev.bawn.contract.failure;
