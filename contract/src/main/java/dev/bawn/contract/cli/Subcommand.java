package dev.bawn.contract.cli;

import java.util.function.Supplier;

/**
 * A row of a program's table of subcommands.
 *
 * @param name what is typed
 * @param summary what it does, in a few words: lower case, no full stop
 * @param runs whose it is
 * @param command builds it; called for the subcommand that was asked for and for no other
 */
public record Subcommand(String name, String summary, Runs runs, Supplier<Command> command) {}
