/**
 * The command line of the program: it parses the arguments, calls the operations and prints errors.
 */
package dev.bawn.admin.cli;
