package dev.bawn.launcher.config;

/**
 * A value, or one of several.
 *
 * @param text as it stands in the file
 * @param origin who said so
 */
public record Value(String text, Origin origin) {}
