/**
 * What the two command lines have in common, so that they behave alike: a table of subcommands of
 * which only the one that was asked for is built, help, refusals with a nearest name, and the one
 * place where a failure becomes words and an exit status. Commands themselves live in the programs.
 * Nothing here reads the machine: {@link dev.bawn.contract.cli.Surroundings} brings it along.
 */
package dev.bawn.contract.cli;
