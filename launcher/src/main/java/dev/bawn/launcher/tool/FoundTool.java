package dev.bawn.launcher.tool;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A tool that the caller has.
 *
 * @param program what is started, by the name under which it was found
 * @param real the same without links
 * @param tree what must be seen inside besides, so that it runs: its package, its environment, or
 *     the file itself; nothing where every session sees it
 */
public record FoundTool(Path program, Path real, Optional<Path> tree) {}
