package dev.bawn.launcher.mount;

import java.util.Optional;

/**
 * A session that begins once more.
 *
 * @param name its own
 * @param sources what its sources were before; nothing where a bawn stored it that recorded none
 */
public record EarlierSession(String name, Optional<RecordedSources> sources) {}
