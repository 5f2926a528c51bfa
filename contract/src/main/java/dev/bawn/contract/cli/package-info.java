/**
 * The common parts of both command lines, so that they behave alike. A table lists the subcommands;
 * only the requested one is built. There is help, and a refusal suggests the most similar name. A
 * failure becomes a message and an exit status in one place. The commands themselves are in the
 * programs. No class here reads the machine: {@link dev.bawn.contract.cli.Surroundings} describes
 * it.
 */
package dev.bawn.contract.cli;
