/**
 * The common parts of both command lines, so that they behave alike: a table of subcommands of
 * which only the requested one is built, help, refusals with the most similar name, and the one
 * place where a failure becomes a message and an exit status. The commands themselves are in the
 * programs. No class here reads the machine: {@link dev.bawn.contract.cli.Surroundings} describes
 * it.
 */
package dev.bawn.contract.cli;
