/** The command line of the program: what was typed becomes a request, a failure becomes words. */
package dev.bawn.admin.cli;
