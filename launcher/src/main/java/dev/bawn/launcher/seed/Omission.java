package dev.bawn.launcher.seed;

/**
 * Something of a person's that a session's home does not get.
 *
 * @param kind what it is
 * @param sentence where it lies, and why it is left out
 */
public record Omission(Seed.Kind kind, String sentence) {}
