package dev.bawn.launcher.review;

/**
 * The blob that git has, or would have, for a content.
 *
 * @param id its object ID
 * @param isKnown whether the index named it at that path when the session began
 */
public record Blob(String id, boolean isKnown) {}
