package dev.bawn.launcher.config;

/**
 * A value, or one of several.
 *
 * @param text as in the file
 * @param origin the file that sets it
 */
public record Value(String text, Origin origin) {}
