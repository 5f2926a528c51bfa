package dev.bawn.contract.cli;

/**
 * Something that {@code help} explains and that is not a subcommand.
 *
 * @param name what is typed after {@code help}
 * @param text the explanation, lines of at most 80 characters, ending in a line break
 */
public record Topic(String name, String text) {}
