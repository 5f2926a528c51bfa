package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;

/**
 * A file or a link of the project when the session began.
 *
 * @param kind file or link
 * @param isExecutable the only bit of a mode that git keeps
 * @param content of a link, its target
 */
record BaseFile(FileKind kind, boolean isExecutable, BaseContent content) {}
