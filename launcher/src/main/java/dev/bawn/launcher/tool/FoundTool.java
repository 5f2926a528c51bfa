package dev.bawn.launcher.tool;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A tool of the caller.
 *
 * @param program the path under which it was found
 * @param real its path without links
 * @param tree the files that it needs in a session: its package, its environment, or the file
 *     itself; empty if every session sees them
 */
public record FoundTool(Path program, Path real, Optional<Path> tree) {}
