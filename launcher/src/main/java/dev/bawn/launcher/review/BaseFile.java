package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;

/**
 * A file or a link that the project had when the session began.
 *
 * @param kind file or link
 * @param isExecutable all that git keeps of a mode
 * @param content of a link, where it leads
 */
record BaseFile(FileKind kind, boolean isExecutable, BaseContent content) {}
