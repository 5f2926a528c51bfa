/**
 * The command line of the program: it turns arguments into a request, and a failure into messages.
 */
package dev.bawn.launcher.cli;
