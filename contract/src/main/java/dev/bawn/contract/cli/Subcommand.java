package dev.bawn.contract.cli;

import java.util.function.Supplier;

/**
 * A row of a program's table of subcommands.
 *
 * @param name the command
 * @param summary a few words: lower case, no full stop
 * @param runs the users who may run it
 * @param command builds it; called only for the requested subcommand
 */
public record Subcommand(String name, String summary, Runs runs, Supplier<Command> command) {}
