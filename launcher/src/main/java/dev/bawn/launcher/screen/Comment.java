package dev.bawn.launcher.screen;

import dev.bawn.launcher.review.RawPath;

/**
 * A comment of the user on a change, for the next session.
 *
 * @param path of the file
 * @param place the heading of a hunk; empty for the whole file
 * @param text one line
 */
public record Comment(RawPath path, String place, String text) {}
