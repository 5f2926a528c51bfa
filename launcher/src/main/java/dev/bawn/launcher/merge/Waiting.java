package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;

/**
 * A change that is not merged.
 *
 * @param path what was changed
 * @param reason why it waits, without a full stop
 * @param isConflict whether others changed it too; else no merge carries such a thing
 */
public record Waiting(RawPath path, String reason, boolean isConflict) {}
