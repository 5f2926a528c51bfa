package dev.bawn.launcher.plan;

/**
 * A variable of a session's environment.
 *
 * @param name its name
 * @param value its value
 */
public record Variable(String name, String value) {}
