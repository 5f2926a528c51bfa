package dev.bawn.launcher.mount;

import java.util.Optional;

/**
 * A session that is started again.
 *
 * @param name its name
 * @param sources its recorded sources; empty if a version of bawn without such a record stored it
 */
public record EarlierSession(String name, Optional<RecordedSources> sources) {}
